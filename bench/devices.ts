import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as esbuild from 'esbuild';
import { bundleOptions } from '../infra/functions/bundle';
import { MovableClock } from '#emulators/platform';
import { createDynamoDbEmulator, createSecretsEmulator } from '#emulators/aws';
import { createTable, startServices } from '../local/testing/functions';
import { RecordPages } from './record-pages';
import { table } from './measure';

const devices = 50_000;
const rounds = 2;
/**
 * Megabytes of heap for the process, as Lambda limits it by the function's memory. With more, Node collects its garbage
 * later.
 */
const heap = 128;
/**
 * Limits: memory of the whole process, time as a ratio to reading and writing alone, requests and writes of a sync with
 * ten changes.
 */
const limits = { megabytes: 256, ratio: 1.5, requests: 5, writes: 10 };

interface Measured {
  count: number;
  milliseconds: number;
  peak: number;
  grown: number;
}

/** Runs the bundled product code in a process of its own. */
async function run(file: string, work: 'alone' | 'sync' | 'shop'): Promise<Measured> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, file, work], {
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (data: Buffer) => void (out += data.toString()));
  const code = await new Promise((resolve) => void child.once('exit', resolve));
  if (code !== 0) throw new Error(`The process of "${work}" ended with ${String(code)}`);
  return JSON.parse(out) as Measured;
}

const isWrite = (operation: string): boolean => /^(Put|Update|Delete|BatchWrite|TransactWrite)Item/.test(operation);
const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);

/** Bundles the measured process as for Lambda; returns its file. */
async function bundle(folder: string): Promise<string> {
  await esbuild.build({
    ...bundleOptions(),
    entryPoints: { mirror: 'bench/mirror-process.ts' },
    outdir: folder,
    sourcemap: false,
  });
  return join(folder, 'mirror.cjs');
}

/** The emulated services and the record system's pages; `operations` counts requests of DynamoDB: `PutItem DEVICE#`. */
async function startPortal() {
  const operations = new Map<string, number>();
  const clock = new MovableClock();
  const emulators = {
    secrets: await createSecretsEmulator({ clock }),
    dynamodb: await createDynamoDbEmulator({ clock, sweepMs: 0 }),
  };
  const services = await startServices(emulators);
  services.inject((service, operation, { body }) => {
    const partition = /"pk":\{"S":"([A-Z]+#?)/.exec(body.toString('latin1', 0, 400))?.[1] ?? '';
    const name = `${operation} ${partition}`.trim();
    if (service === 'dynamodb') operations.set(name, (operations.get(name) ?? 0) + 1);
    return 'pass';
  });
  const pages = new RecordPages(devices);
  Object.assign(process.env, { KINTONE_BASE_URL: await pages.listen(), KINTONE_SECRET_ARN: 'records' });
  await new SecretsManagerClient({}).send(
    new CreateSecretCommand({ Name: 'records', SecretString: JSON.stringify({ apiToken: 'bench' }) }),
  );
  // The mirror looks up there the shops of devices that are back, or stand under another subscription now.
  await createTable('USERS_TABLE', 'users');
  const close = async (): Promise<void> => {
    pages.close();
    await services.close();
    await Promise.all(Object.values(emulators).map((one) => one.close()));
  };
  return { operations, pages, close };
}

type Portal = Awaited<ReturnType<typeof startPortal>>;

/** Full syncs, and reading the pages and writing the items alone; returns whether the limits are kept. */
async function benchFullSync(file: string): Promise<boolean> {
  const [alone, full]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await createTable('DEVICES_TABLE', `alone-${round}`);
    alone.push(await run(file, 'alone'));
    await createTable('DEVICES_TABLE', `sync-${round}`);
    full.push(await run(file, 'sync'));
  }
  const best = (runs: Measured[]): number => Math.min(...runs.map(({ milliseconds }) => milliseconds));
  const seconds = (runs: Measured[]): string => (best(runs) / 1000).toFixed(1);
  const peakOf = (runs: Measured[]): number => Math.max(...runs.map((one) => one.peak));
  const grown = (runs: Measured[]): string => megabytes(Math.max(...runs.map((one) => one.grown)));
  const ratio = best(full) / best(alone);
  console.log(
    table([
      [`${devices.toLocaleString('en')} devices`, 'seconds', 'MB, whole process', 'MB grown'],
      ['reading the pages and writing the items alone', seconds(alone), megabytes(peakOf(alone)), grown(alone)],
      ['a full sync', seconds(full), `${megabytes(peakOf(full))} of ${limits.megabytes}`, grown(full)],
    ]),
  );
  console.log(`ratio ${ratio.toFixed(2)} of ${limits.ratio}`);
  return (
    full.every(({ count }) => count === devices) &&
    ratio <= limits.ratio &&
    peakOf(full) <= limits.megabytes * 1_000_000
  );
}

/** A sync after ten devices changed; returns whether the limits are kept. */
async function benchChanges(file: string, { pages, operations }: Portal): Promise<boolean> {
  pages.change(10);
  pages.requests = 0;
  operations.clear();
  const changes = await run(file, 'sync');
  const { requests } = pages;
  const written = [...operations].filter(([operation]) => isWrite(operation));
  const ofDevices = written
    .filter(([operation]) => operation.endsWith('DEVICE#'))
    .reduce((sum, [, count]) => sum + count, 0);
  const others = written.reduce((sum, [, count]) => sum + count, 0) - ofDevices;
  console.log(
    `10 changed: ${requests} requests of the record system of ${limits.requests}, ` +
      `${ofDevices} writes of devices of ${limits.writes} (and ${others} of the run's own state), ` +
      `${(changes.milliseconds / 1000).toFixed(2)} s`,
  );
  return changes.count === 10 && requests <= limits.requests && ofDevices <= limits.writes;
}

/** A shop of 500 devices in a cold process; returns whether two queries were enough. */
async function benchShop(file: string, { operations }: Portal): Promise<boolean> {
  operations.clear();
  const shop = await run(file, 'shop');
  const queries = [...operations.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `a shop of ${shop.count} devices: ${queries} queries, ${shop.milliseconds.toFixed(0)} ms in a cold process`,
  );
  return shop.count === 500 && queries <= 2;
}

/**
 * A full sync of 50,000 devices, a sync with ten changes, and a shop of 500: product code bundled as for Lambda,
 * DynamoDB and secrets emulated.
 */
export async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  const portal = await startPortal();
  const file = await bundle(folder);
  const kept = [await benchFullSync(file), await benchChanges(file, portal), await benchShop(file, portal)];
  await portal.close();
  await rm(folder, { recursive: true, force: true });
  if (kept.includes(false)) process.exitCode = 1;
}
