/** The lines of a proof about facts that do not hold or could not be tried. */
export const failuresIn = (lines: readonly string[]): string[] =>
  lines.filter((line) => /^(DIFFERS|not tried| {11})/.test(line));
