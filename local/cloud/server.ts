import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireResponse } from '#emulators/platform';

type Respond = (request: IncomingMessage) => Promise<WireResponse | RequestListener>;

async function work(respond: Respond, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const returned = await respond(request);
  if (typeof returned === 'function') {
    returned(request, response);
    return;
  }
  const { status, headers = {}, body = '' } = returned;
  const hasBody = request.method !== 'HEAD' && status !== 204 && status !== 304;
  response.writeHead(status, {
    ...headers,
    ...(status !== 204 && status !== 304 && { 'content-length': String(Buffer.byteLength(body)) }),
  });
  response.end(hasBody ? body : undefined);
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

const isMissing = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '');

export interface PortalServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens on both loopback addresses, because `localhost` may mean either; port 0 takes a free one.
 * @throws one sentence that says what to do if the port is in use, or not for this account
 */
export async function startServer(port: number, respond: Respond): Promise<PortalServer> {
  const onRequest: RequestListener = (request, response) => {
    work(respond, request, response).catch((error: unknown) => {
      // A caller that hung up, or a bug here, must not end the portal.
      if (!request.socket.destroyed)
        process.stderr.write(
          `${request.method} ${request.url?.split('?')[0]}: ${error instanceof Error ? error.stack : String(error)}\n`,
        );
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end('{"message":"Internal Server Error"}');
    });
  };
  const servers: Server[] = [];
  let taken = port;
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer({ keepAliveTimeout: 65_000 }, onRequest);
    try {
      taken = await listen(server, taken, host);
      servers.push(server);
    } catch (error) {
      if (host === '::1' && isMissing(error)) continue;
      for (const open of servers) open.close();
      const why: Record<string, string> = {
        EADDRINUSE: `Port ${taken} is in use by another program; choose another one: PORT=${taken + 1} npm start`,
        EACCES: `Port ${taken} may not be used by this account; choose one above 1023: PORT=3000 npm start`,
      };
      throw new Error(why[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error), { cause: error });
    }
  }
  return {
    port: taken,
    close: async () => {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}

/** Fails as {@link startServer} does, before anything is built. */
export const checkPort = async (port: number): Promise<void> =>
  (await startServer(port, () => Promise.reject(new Error('Nothing is served yet')))).close();
