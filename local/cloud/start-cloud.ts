import type { IncomingMessage, RequestListener } from 'node:http';
import { resolve } from 'node:path';
import type { SignIn } from './state/sign-in';
import type { WireResponse } from '../wire';
import { Cloud, type Seed } from './core/cloud';
import { json } from './control/answers';
import { control } from './control/control';
import { openDataFolder } from './state/data-folder';
import { gatewayAnswer } from './gateway/answer';
import { localHeaders } from './page/security-headers';
import { startServer } from './server';
import { readOutside } from './services/outside';

export interface StartOptions {
  /** Of the portal; 0 takes a free one. */
  port: number;
  /** Where everything is kept. */
  dataFolder: string;
  /** The synthesized templates and their assets. */
  cdkOut: string;
  /** The built page. */
  webFolder: string;
  log: (line: string) => void;
  /** Answers the page's requests in place of the built files: the development server. */
  page?: RequestListener;
  /** Fills an empty portal; resolves to who can sign in. */
  seed: Seed;
  /** Which real services take the place of embedded ones. @default this process's environment */
  environment?: Readonly<Record<string, string | undefined>>;
}

export interface RunningCloud {
  /** Origin of the portal, `http://localhost:3000`. */
  url: string;
  signIns: readonly SignIn[];
  /** Reads the templates again, after a build. */
  redeploy(): Promise<void>;
  close(): Promise<void>;
}

async function respond(
  cloud: Cloud | undefined,
  options: StartOptions,
  request: IncomingMessage,
): Promise<WireResponse | RequestListener> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/__local' || path.startsWith('/__local/'))
    return cloud ? control(cloud, request) : json(503, { ready: false });
  if (!cloud) return gatewayAnswer(503, 'Service Unavailable');
  const { headers, services } = cloud.webHeaders;
  const secured = localHeaders(headers, {
    stripe: services.stripe && services.urls.stripe,
    postal: services.postalLookupUrl,
    development: options.page !== undefined,
  });
  if (path === '/api' || path.startsWith('/api/')) {
    const answer = await cloud.api.respond(request);
    return { ...answer, headers: { ...answer.headers, ...secured } };
  }
  const { page } = options;
  if (page) {
    return (incoming, outgoing) => {
      for (const [name, value] of Object.entries(secured)) outgoing.setHeader(name, value);
      page(incoming, outgoing);
    };
  }
  const answer = await cloud.page.respond(request);
  return { ...answer, headers: { ...answer.headers, ...secured } };
}

/**
 * Starts the portal on this machine; it is ready when the promise resolves.
 * @throws one sentence with the way out: port or data folder in use, settings that do not fit, templates that cannot
 * be made
 */
export async function startCloud(options: StartOptions): Promise<RunningCloud> {
  const outside = readOutside(options.environment ?? process.env);
  const data = await openDataFolder(resolve(options.dataFolder));
  let cloud: Cloud | undefined;
  const server = await startServer(options.port, (request) => respond(cloud, options, request)).catch(
    async (error: unknown) => {
      await data.release();
      throw error;
    },
  );
  const url = `http://localhost:${server.port}`;
  const close = async (): Promise<void> => {
    await server.close();
    await cloud?.close();
    await data.release();
  };
  try {
    cloud = await Cloud.start({
      data,
      url,
      cdkOut: resolve(options.cdkOut),
      webFolder: resolve(options.webFolder),
      outside,
      seed: options.seed,
      log: options.log,
    });
    await cloud.prepare();
  } catch (error) {
    await close();
    throw error;
  }
  const started = cloud;
  let closing: Promise<void> | undefined;
  return {
    url,
    get signIns() {
      return started.signIns;
    },
    redeploy: () => started.redeploy(),
    close: () => (closing ??= close()),
  };
}
