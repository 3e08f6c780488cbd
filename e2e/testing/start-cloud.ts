import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepWalked } from './walked';

/**
 * A free port below those that the system gives out by itself, because another test could get such a one before the
 * portal listens on it.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

export interface RunningPortal {
  url: string;
  /** Ends it as Ctrl+C does, and waits until it has ended. */
  stop: () => Promise<void>;
  /** Kills it in the middle of its work. */
  kill: () => Promise<void>;
}

/**
 * Starts the portal on a data folder as `npm start` does, on a free port, by default without the chain's 24 shops;
 * resolves when a sign-in would work.
 */
export async function startPortal(data: string, { withChain = false } = {}): Promise<RunningPortal> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['local/cli/hand-over.mjs', 'start.ts'], {
    env: { ...process.env, PORT: String(port), LOCAL_DATA: data, LOCAL_CHAIN: withChain ? 'all' : 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // The started process hands over to another: a signal to the group reaches both.
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    process.kill(-(child.pid ?? 0), signal);
    await exited;
  };
  const ready = async (): Promise<void> => {
    const deadline = Date.now() + 240_000;
    while (Date.now() < deadline) {
      const response = await fetch(`${url}/__local/health`).catch(() => undefined);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await end('SIGKILL');
    throw new Error(`The portal was not ready in four minutes:\n${output}`);
  };
  await Promise.race([
    ready(),
    exited.then((code) => {
      throw new Error(`The portal ended (${code}) before it was ready:\n${output}`);
    }),
  ]);
  return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** Starts a portal with new demo data, and deletes the data when it stops. */
export async function startDemoPortal(): Promise<RunningPortal> {
  const data = await mkdtemp(join(tmpdir(), 'portal-demo-'));
  const running = await startPortal(data);
  const stop = async (): Promise<void> => {
    await keepWalked(running.url);
    await running.stop();
    await rm(data, { recursive: true, force: true });
  };
  return { ...running, stop };
}

/** Starts the portal of the stories and sets PORTAL_URL. The returned function stops it. */
export default async function startCloud(): Promise<() => Promise<void>> {
  const { url, stop } = await startDemoPortal();
  process.env['PORTAL_URL'] = url;
  return stop;
}
