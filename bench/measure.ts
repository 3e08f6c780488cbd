import { spawnSync } from 'node:child_process';

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Milliseconds that a fresh Node takes to import a module, measured inside it; the median of `runs`. */
export function importTime(file: string, runs: number): number {
  const script = `
    const startedAt = performance.now();
    await import(${JSON.stringify(file)});
    console.log(performance.now() - startedAt);
    process.exit(0);`;
  const once = (): number => {
    const { stdout, status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
    if (status !== 0)
      throw new Error(`${file} cannot be imported: ${/^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr.slice(-500)}`);
    return Number(stdout);
  };
  return median(Array.from({ length: runs }, once));
}

/** Lines of columns with equal widths, the first one left-aligned and the others right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
