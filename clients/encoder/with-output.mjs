// Plain .mjs, as the worker thread that imports it.

/**
 * Let an ONNX model give one of its inner values too.
 *
 * In: the model's bytes, name of the inner value. Out: bytes of the same model with one output more. ONNX is protobuf, in which a message appended to another of its kind is merged into it:
 * appended is a model (field 7: graph) that has nothing but that output (field 12; field 1: its name). A name that the model does not have is refused when the session is made.
 */
export function withOutput(model, name) {
  const output = field(12, field(1, Buffer.from(name, "utf8")));
  return Buffer.concat([model, field(7, output)]);
}

/** A length-delimited field (wire type 2). */
const field = (number, bytes) => Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}
