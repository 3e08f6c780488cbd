import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningCloud } from '../cloud/start-cloud';
import { build } from './build';
import { checkPort } from '../cloud/server';
import { overview } from './overview';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isDevelopment = process.argv.includes('--dev');

/** @throws one sentence if the value is not a port */
function portOf(text: string | undefined): number {
  const port = Number(text === undefined || text === '' ? 3000 : text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT=${text} is no port; choose one from 1024 to 65535: PORT=3001 npm start`);
  return port;
}

const log = (line: string): void => console.log(`  ${line}`);

async function run(): Promise<RunningCloud> {
  const port = portOf(process.env['PORT']);
  await checkPort(port);
  console.log(isDevelopment ? 'Starting the portal for development …' : 'Starting the portal …');
  // After the check, because loading the cloud takes longer than finding a used port.
  const [{ startCloud }] = await Promise.all([import('../cloud/start-cloud'), build({ log })]);
  const development = isDevelopment ? await (await import('./development')).startDevelopment({ root, log }) : undefined;
  const cloud = await startCloud({
    // Loaded only if there is something to fill.
    seed: async (context) => (await import('../seed/seed')).seed(context),
    port,
    dataFolder: process.env['LOCAL_DATA'] || join(root, '.local'),
    cdkOut: join(root, 'cdk.out'),
    webFolder: join(root, 'frontend', 'dist'),
    log,
    ...(development && { page: development.page }),
  });
  development?.watch(cloud);
  return cloud;
}

async function main(): Promise<void> {
  let cloud: RunningCloud | undefined;
  let stoppingSince: number | undefined;
  const stop = (): void => {
    // Ctrl+C arrives twice, from the terminal and from hand-over.mjs; a person's second press comes later.
    if (stoppingSince !== undefined && performance.now() - stoppingSince > 1000) process.exit(1);
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    if (!cloud) process.exit(0);
    cloud.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  cloud = await run();
  console.log(`\n${overview(cloud.url, cloud.signIns)}\n`);
}

main().catch((error: unknown) => {
  // One sentence that says what to do; the stack only if DEBUG asks for it.
  console.error(process.env['DEBUG'] ? error : `\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
