/** A count in words: three digits of millions, and separators. */
export const number = (value: number): string =>
  value > 2_000_000
    ? `${Number((value / 1_000_000).toPrecision(3))} million`
    : (value >= 10 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en-US');
/** US dollars; without cents from a thousand on. */
export const dollars = (usd: number): string => {
  const digits = usd >= 1_000 ? 0 : 2;
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
};
/** A table whose columns but the first are numbers. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
/** A table of words. */
export const texts = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
