import { spawnSync } from 'node:child_process';

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Milliseconds of processor time that a fresh Node takes to load each file, measured inside it; the medians of `runs`
 * rounds over all files, so that what else the machine does slows all of them down.
 */
export function loadTimes(files: readonly string[], runs: number): number[] {
  const once = (file: string): number => {
    const script = `
      const before = process.cpuUsage();
      require(${JSON.stringify(file)});
      const { user, system } = process.cpuUsage(before);
      console.log((user + system) / 1000);
      process.exit(0);`;
    const { stdout, status, stderr } = spawnSync(process.execPath, ['--input-type=commonjs', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
    if (status !== 0)
      throw new Error(`${file} cannot be loaded: ${/^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr.slice(-500)}`);
    return Number(stdout);
  };
  const rounds = Array.from({ length: runs }, () => files.map(once));
  return files.map((_file, index) => median(rounds.map((times) => times[index]!)));
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
