/**
 * Say on stderr how many texts were longer than the encoder reads.
 *
 * In: the encoder of the command, --quiet. Out: nothing; no line where every text was read whole. Where a command ends, the part behind the limit was never compared, and nothing else tells.
 */
export const tellTruncated = (
  encoder: { truncated: () => number } | undefined,
  { quiet }: { quiet?: boolean | undefined },
): void => {
  const truncated = encoder?.truncated() ?? 0;
  if (truncated === 0 || quiet === true) return;
  process.stderr.write(
    `${truncated} ${truncated === 1 ? "text was" : "texts were"} longer than the encoder reads, and compared by the part before its limit.\n`,
  );
};
