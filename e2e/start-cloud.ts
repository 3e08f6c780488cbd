import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the portal for the stories, as `npm start` does, on a free port and a data folder of its own; stops it afterwards. */
export default async function startCloud(): Promise<() => Promise<void>> {
  const port = await freePort();
  const data = await mkdtemp(join(tmpdir(), 'portal-stories-'));
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['local/cli/start.mjs'], { env: { ...process.env, PORT: String(port), LOCAL_DATA: data }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<never>((_resolve, reject) => child.once('exit', (code) => reject(new Error(`The portal ended (${code}) before it was ready:\n${output}`))));
  const ready = async (): Promise<void> => {
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      const answer = await fetch(`${url}/__local/health`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`The portal was not ready in a minute:\n${output}`);
  };
  await Promise.race([ready(), ended]);
  ended.catch(() => undefined);
  process.env['PORTAL_URL'] = url;
  return async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
    await rm(data, { recursive: true, force: true });
  };
}
