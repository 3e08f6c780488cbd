import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { bundleInto, bundleOptions, functionEntries } from '../infra/functions/bundle';
import { loadTimes, table } from './measure';

/** The bundle of a function that only creates one AWS client; every figure below is a ratio to it. */
async function helloWorld(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const outfile = join(folder, 'index.cjs');
  const { outExtension: _extension, ...options } = bundleOptions();
  const contents = `'use strict';
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    const client = new DynamoDBClient({});
    export const handler = async () => ({ statusCode: 200, body: await client.config.region() });`;
  await esbuild.build({ ...options, stdin: { contents, resolveDir: '.' }, outfile });
  return outfile;
}

/** Size and load time of each function's bundle, as ratios to a hello world with one AWS client. */
export async function bench(): Promise<void> {
  const startedAt = performance.now();
  const folder = 'build/bench-functions';
  await bundleInto(folder);
  const bundled = performance.now() - startedAt;
  const runs = 7;
  const hello = await helloWorld();
  const size = (file: string): number => readFileSync(file).length;
  const helloSize = size(hello);
  const names = Object.keys(functionEntries());
  const files = names.map((name) => resolve(folder, name, 'index.cjs'));
  const [helloTime = 0, ...times] = loadTimes([hello, ...files], runs);
  const rows = names.map((name, index) => {
    const [file = '', time = 0] = [files[index], times[index]];
    const bytes = size(file);
    return [
      name,
      `${(bytes / 1000).toFixed(0)} kB`,
      `${(gzipSync(readFileSync(file)).length / 1000).toFixed(0)} kB gz`,
      (bytes / helloSize).toFixed(2),
      `${time.toFixed(0)} ms`,
      (time / helloTime).toFixed(2),
    ];
  });
  console.log(
    table([
      ['function', 'size', 'gzipped', 'ratio', 'load', 'ratio'],
      [
        'hello world, one client',
        `${(helloSize / 1000).toFixed(0)} kB`,
        '',
        '1.00',
        `${helloTime.toFixed(0)} ms`,
        '1.00',
      ],
      ...rows,
    ]),
  );
  console.log(
    `\nAll ${rows.length} bundles in one esbuild call: ${(bundled / 1000).toFixed(1)} s. ` +
      `Load: processor time, median of ${runs} fresh processes.`,
  );
}
