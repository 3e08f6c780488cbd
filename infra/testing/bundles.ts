import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundleFolder } from '../functions/bundle';

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The numbers of a segment of a source map (tc39.es/ecma426, "Mappings structure"). */
function numbersOf(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of segment) {
    const digit = base64.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

/** The source map of a bundle; its files from the folder of the bundle on. */
export const mapOf = (name: string): { sources: string[]; mappings: string } =>
  JSON.parse(readFileSync(resolve(bundleFolder, name, 'index.cjs.map'), 'utf8')) as ReturnType<typeof mapOf>;

const linesKept = new Map<string, ReadonlyMap<string, Set<number>>>();

/** The lines that are left in a bundle, by file, read once from its source map. */
export function linesIn(name: string): ReadonlyMap<string, Set<number>> {
  const kept = linesKept.get(name);
  if (kept) return kept;
  const map = mapOf(name);
  const lines = map.sources.map((file) => [resolve(bundleFolder, name, file), new Set<number>()] as const);
  let [source, line] = [0, 0];
  for (const segment of map.mappings.split(/[;,]/)) {
    const [, sources = 0, down = 0] = numbersOf(segment);
    source += sources;
    line += down;
    lines[source]?.[1].add(line);
  }
  const byFile = new Map(lines.filter(([, left]) => left.size > 0));
  linesKept.set(name, byFile);
  return byFile;
}
