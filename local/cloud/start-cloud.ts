import type { IncomingMessage, RequestListener } from 'node:http';
import { resolve } from 'node:path';
import type { SignIn } from './state/state-file';
import type { WireResponse } from '#emulators/platform';
import { Cloud } from './core/cloud';
import type { CloudOptions } from './core/options';
import { json } from './control/responses';
import { control } from './control/control';
import { openDataFolder } from './state/data-folder';
import { gatewayResponse } from './gateway/gateway-response';
import { startServer } from './server';
import { readOutside } from './services/outside';

export interface StartOptions extends Omit<CloudOptions, 'data' | 'url' | 'outside'> {
  /** Of the portal; 0 takes a free one. */
  port: number;
  dataFolder: string;
  /** The settings that let real services replace embedded ones. @default this process's environment */
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

async function respond(cloud: Cloud | undefined, request: IncomingMessage): Promise<WireResponse | RequestListener> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const isTool = path === '/__local' || path.startsWith('/__local/');
  if (!cloud) return isTool ? json(503, { ready: false }) : gatewayResponse(503, 'Service Unavailable');
  return isTool ? control(cloud, request) : cloud.web.respond(request);
}

/**
 * Starts the portal on this machine; it is ready when the promise resolves.
 * @throws one sentence that says what to do: port or data folder in use, settings that do not fit, or templates that
 * cannot be made
 */
export async function startCloud(options: StartOptions): Promise<RunningCloud> {
  const outside = readOutside(options.environment ?? process.env);
  const data = await openDataFolder(resolve(options.dataFolder));
  let cloud: Cloud | undefined;
  const server = await startServer(options.port, (request) => respond(cloud, request)).catch(async (error: unknown) => {
    await data.release();
    throw error;
  });
  const url = `http://localhost:${server.port}`;
  const close = async (): Promise<void> => {
    await server.close();
    await cloud?.close();
    await data.release();
  };
  try {
    const [cdkOut, webFolder] = [resolve(options.cdkOut), resolve(options.webFolder)];
    cloud = await Cloud.start({ ...options, data, url, outside, cdkOut, webFolder });
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
