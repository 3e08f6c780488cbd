import { watch } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { RunningCloud } from '../cloud/start-cloud';
import { build } from './build';

interface Development {
  /** Serves the page from its sources, with hot reload. */
  page: RequestListener;
  /** Rebuilds functions and templates when their sources change, and updates the running cloud. */
  watch: (cloud: RunningCloud) => void;
}

const watched = ['functions', 'shared', 'infra'];

async function freePort(): Promise<number> {
  const server = createNetServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Vite's development server within the portal's own origin. */
export async function startDevelopment({
  root,
  log,
}: {
  root: string;
  log: (line: string) => void;
}): Promise<Development> {
  const vite = await createServer({
    configFile: join(root, 'frontend', 'vite.config.ts'),
    appType: 'spa',
    server: { middlewareMode: true, hmr: { port: await freePort(), host: 'localhost' } },
  });
  return {
    page: (request, response) =>
      vite.middlewares(request, response, () => {
        response.writeHead(404, { 'content-type': 'text/plain' });
        response.end('Not Found');
      }),
    watch(cloud) {
      let work: Promise<void> | undefined;
      let isStale = false;
      const rebuild = async (): Promise<void> => {
        while (isStale) {
          isStale = false;
          await build({ log });
          await cloud.redeploy();
        }
      };
      let timer: NodeJS.Timeout | undefined;
      for (const folder of watched) {
        watch(join(root, folder), { recursive: true }, (_event, file) => {
          if (file === null || /\.test\.tsx?$/.test(file)) return;
          isStale = true;
          clearTimeout(timer);
          timer = setTimeout(() => {
            work ??= rebuild()
              .catch((error: unknown) => log(error instanceof Error ? error.message : String(error)))
              .finally(() => (work = undefined));
          }, 150);
        });
      }
    },
  };
}
