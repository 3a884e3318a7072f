/** Counts what was cut. */
type Cutting = { truncated: () => number };

/**
 * Say on stderr how many texts were longer than the encoder reads, and of how many notes the reader cut a question or a sentence.
 *
 * In: the encoder of the command, with its reader, --quiet. Out: nothing; no line where every text was read whole. Where a command ends, the part behind the limit was never compared, and nothing else tells.
 */
export const tellTruncated = (
  encoder: (Cutting & { reader?: Cutting }) | undefined,
  { quiet }: { quiet?: boolean | undefined },
): void => {
  const truncated = encoder?.truncated() ?? 0;
  const cut = encoder?.reader?.truncated() ?? 0;
  if (quiet === true) return;
  if (truncated > 0)
    process.stderr.write(
      `${truncated} ${truncated === 1 ? "text was" : "texts were"} longer than the encoder reads, and compared by the part before its limit.\n`,
    );
  if (cut > 0)
    process.stderr.write(
      `In ${cut} ${cut === 1 ? "reading" : "readings"} of a note the question or a sentence was longer than the reader takes (160 and 64 word pieces), and read by the part before that.\n`,
    );
};
