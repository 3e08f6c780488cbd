import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came over the wire, its body read whole. Header names in lower case. */
export interface WireRequest {
  method: string;
  /** Path and query, e.g. `/v1/customers?limit=3`. */
  url: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface WireResponse {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/**
 * An outside service on this machine. It speaks the service's own wire protocol in {@link respond}, which never throws
 * for what a client sent: it returns the service's own error. It refuses unsupported operations by name. The server
 * (see serve) counts and delays its operations, and decides when they fail; how a failure looks is the emulator's to
 * say (see fault).
 */
export interface Emulator {
  respond(request: WireRequest): Promise<WireResponse>;
  /**
   * The vendor's name of the operation a request asks for: `GetItem`, `AdminInitiateAuth`, `POST /v1/customers/{id}`.
   */
  operationOf(request: WireRequest): string;
  /** The service's own response when it is asked too often (`throttled`) or fails by itself (`failed`). */
  fault(kind: 'throttled' | 'failed'): WireResponse;
  /** Forgets everything; what was created is gone. */
  reset(): Promise<void>;
  /** Writes what is still to be written and lets go of files. */
  close(): Promise<void>;
}

export interface Served {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  close(): Promise<void>;
}

export type Intercept = (
  request: WireRequest,
  next: (request: WireRequest) => Promise<WireResponse>,
) => Promise<WireResponse | 'hang-up'>;

interface ServeOptions {
  /** @default 0, a free one */
  port?: number;
  /** Stands before every request. */
  intercept?: Intercept;
  /**
   * Unix milliseconds for the `Date` header: the AWS SDKs take a difference to their own clock for skew and try
   * again.
   */
  now?: () => number;
}

/** By events: reading a small body by `for await` takes several times as long. */
const readWhole = (incoming: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject);
  });

/** Serves an emulator on the loopback interface. */
export async function serve(emulator: Pick<Emulator, 'respond'>, options: ServeOptions = {}): Promise<Served> {
  const respond = (request: WireRequest) => emulator.respond(request);
  const server = createServer((incoming, outgoing) => {
    const work = async (): Promise<void> => {
      const request: WireRequest = {
        method: incoming.method ?? 'GET',
        url: incoming.url ?? '/',
        headers: Object.fromEntries(
          Object.entries(incoming.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : value,
          ]),
        ),
        body: await readWhole(incoming),
      };
      const response = options.intercept ? await options.intercept(request, respond) : await respond(request);
      if (response === 'hang-up') {
        incoming.socket.destroy();
        return;
      }
      if (options.now) outgoing.setHeader('date', new Date(options.now()).toUTCString());
      outgoing.writeHead(response.status, response.headers);
      outgoing.end(response.body);
    };
    work().catch((error: unknown) => {
      // A client that hung up in mid-body, or a bug of the emulator's: neither may end the process.
      if (!incoming.complete) return;
      process.stderr.write(
        `${incoming.method} ${incoming.url}: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain' });
      outgoing.end('emulator failure');
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve),
  );
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
