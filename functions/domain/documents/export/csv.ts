/** A cell: numbers are written as digits, texts are made harmless. */
export type Cell = string | number;

/**
 * First characters that make a spreadsheet run a cell as a formula, in both widths, and those that become one of them
 * in Shift_JIS or by compatibility (OWASP, "CSV Injection"). Tabs and line ends never remain in a cell.
 */
const runs = /^[=+\-@＝＋－＠−﹢﹣﹦﹫]/;

/**
 * A text that no program runs as a formula: one that begins like a formula gets an apostrophe before it, which
 * accounting programs read as a character and spreadsheets as the mark of a text.
 */
const harmless = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return runs.test(line) ? `'${line}` : line;
};

const cellOf = (cell: Cell): string =>
  typeof cell === 'number' ? String(cell) : `"${harmless(cell).replaceAll('"', '""')}"`;

/** Rows as CSV with the line ends of Windows (RFC 4180): each text in quotes. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
