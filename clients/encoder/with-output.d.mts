export function withOutput(model: Uint8Array, name: string): Uint8Array;
