import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const maps = new Map<string, SourceMap>();

/** The source map beside a bundle, read when the first stack of its code is. */
function mapOf(bundle: string): SourceMap {
  const map = maps.get(bundle) ?? new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  maps.set(bundle, map);
  return map;
}

/**
 * A stack whose places in a bundle (`index.cjs:1:2345`) are those of the source (`functions/shops/calls.ts:7`). Node
 * would do so with `--enable-source-maps`, but reads the map at each cold start (docs/figures.md).
 */
export const inSourceLines = (stack: string): string =>
  stack.replaceAll(/(?<=[\s(])([^\s(]+\.cjs):(\d+):(\d+)/g, (place, bundle: string, line: string, column: string) => {
    try {
      const origin = mapOf(bundle).findOrigin(Number(line), Number(column));
      return 'fileName' in origin && origin.fileName
        ? `${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}`
        : place;
    } catch {
      return place;
    }
  });
