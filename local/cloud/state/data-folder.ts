import { createHash } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DataFolder {
  /** A file or folder in it. */
  path: (...parts: string[]) => string;
  /** Releases the folder for another process. */
  release: () => Promise<void>;
}

/**
 * The socket that a running cloud listens on while it uses a folder. It disappears with the process, even after a
 * crash.
 */
const socketOf = (folder: string): string => {
  const name = `portal-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
};

const responds = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const client = connect(socket);
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
    client.once('error', () => resolve(false));
  });

const listen = (socket: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((client) => client.destroy());
    server.once('error', reject).listen(socket, () => resolve(server.unref()));
  });

/**
 * Makes the data folder if it does not exist, and takes it for this process alone.
 * @throws one sentence that says what to do if another running portal uses it
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true });
  const real = await realpath(folder);
  const socket = socketOf(real);
  const inUse = new Error(
    `The data folder ${folder} is in use by another running portal: stop that one, or name another folder ` +
      '(LOCAL_DATA=.local-2 npm start).',
  );
  if (await responds(socket)) throw inUse;
  // Left behind by a killed process; no process listens on it.
  await rm(socket, { force: true });
  const server = await listen(socket).catch((error: unknown) => {
    throw Object.assign(inUse, { cause: error });
  });
  return {
    path: (...parts) => join(real, ...parts),
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
