import type { IncomingMessage } from 'node:http';
import { readBody } from '../gateway/event';
import { FunctionFailure } from '../isolates/function-log';
import type { WireResponse } from '#emulators/platform';
import { isLoopbackRequest } from '../services/front';
import type { Cloud } from '../core/cloud';
import { nameInStage } from '../deployed/statement';
import { ControlError, json, readObject, type Body } from './responses';
import { readFault } from './read-fault';
import { parseDuration } from '../../duration';
import { readStrictness } from './read-strictness';
import { stripePage, stripePagesPath } from './stripe-pages';
import { readFile } from 'node:fs/promises';

interface Asked {
  query: URLSearchParams;
  body: Body;
  /** The rest of the path after its first part: the name of a schedule. */
  rest: string;
}

type Respond = (cloud: Cloud, asked: Asked) => unknown;

function requireReady(cloud: Cloud): void {
  if (!cloud.isReady) throw new ControlError(503, 'The portal is not ready yet.');
}

function stripeOf({ stripe }: Cloud): NonNullable<Cloud['stripe']> {
  if (!stripe) throw new ControlError(409, 'Stripe is not embedded here.');
  return stripe;
}

async function fireSchedule(cloud: Cloud, { rest }: Asked): Promise<unknown> {
  requireReady(cloud);
  const { names } = cloud.schedules;
  const name = names.find((one) => one === rest || nameInStage(one) === rest);
  if (name === undefined)
    throw new ControlError(
      404,
      `There is no schedule "${rest}"; there are ${names.map((one) => nameInStage(one)).join(', ') || 'none'}.`,
    );
  const startedAt = performance.now();
  const result = await cloud.schedules.fire(name).catch((error: unknown) => {
    if (!(error instanceof FunctionFailure)) throw error;
    throw new ControlError(502, `The schedule "${rest}" ran and failed: ${error.message}`);
  });
  return { name: nameInStage(name), ms: Math.round(performance.now() - startedAt), result };
}

async function advance(cloud: Cloud, { body }: Asked): Promise<unknown> {
  const milliseconds = parseDuration(body['advance']);
  if (milliseconds === undefined)
    throw new ControlError(400, '"advance" has to be a duration such as "36d", "90m" or "1h30m", ten years at most.');
  requireReady(cloud);
  await cloud.advance(milliseconds);
  return cloud.time;
}

/** `/__local/<name>` by method; the README describes each one's input and output. */
const responders: Record<string, Partial<Record<string, Respond>>> = {
  health: { GET: (cloud) => (cloud.isReady ? { ready: true } : json(503, { ready: false })) },
  inbox: {
    GET: (cloud, { query }) => cloud.inbox.find(query.get('to') ?? undefined),
    DELETE: async (cloud) => {
      await cloud.inbox.clear();
      return [];
    },
  },
  clock: { GET: (cloud) => cloud.time, POST: advance },
  faults: {
    GET: (cloud) => cloud.faults.list(),
    POST: (cloud, { body }) => {
      cloud.faults.set(readFault(body));
      return cloud.faults.list();
    },
    DELETE: (cloud) => {
      cloud.faults.clear();
      return [];
    },
  },
  stripe: {
    GET: (cloud) => {
      const stripe = stripeOf(cloud);
      return { ...stripe.strictness, last30Days: stripe.readAllocation() };
    },
    POST: (cloud, { body }) => (stripeOf(cloud).strictness = readStrictness(body)),
    DELETE: (cloud) => (stripeOf(cloud).strictness = {}),
  },
  services: { GET: (cloud) => cloud.describeServices() },
  reset: {
    POST: async (cloud) => {
      requireReady(cloud);
      await cloud.reset();
      return { ready: true };
    },
  },
  schedule: { GET: (cloud) => cloud.schedules.names.map((name) => nameInStage(name)), POST: fireSchedule },
  metrics: {
    GET: (cloud) => cloud.readMetrics(),
    DELETE: (cloud) => {
      cloud.clearMetrics();
      return cloud.readMetrics();
    },
  },
};

const isResponse = (value: unknown): value is WireResponse =>
  typeof value === 'object' && value !== null && 'status' in value && 'headers' in value;

async function respondTo(cloud: Cloud, request: IncomingMessage): Promise<WireResponse> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname.startsWith(`${stripePagesPath}/`)) return stripePage(cloud.stripe, request, url.pathname);
  const [name = '', ...rest] = url.pathname.replace(/^\/__local\/?/, '').split('/');
  const methods = responders[name];
  if (!methods) {
    const file = await mailboxFile(url.pathname);
    if (file) return file;
    throw new ControlError(404, `There is no /__local/${name}; there are ${Object.keys(responders).join(', ')}.`);
  }
  const handle = methods[request.method ?? 'GET'];
  if (!handle) throw new ControlError(405, `/__local/${name} takes ${Object.keys(methods).join(', ')}.`);
  const body = await readBody(request, 100_000);
  if (!body) throw new ControlError(400, 'The body is too large.');
  const result = await handle(cloud, {
    query: url.searchParams,
    body: readObject(body),
    rest: decodeURIComponent(rest.join('/')),
  });
  return isResponse(result) ? result : json(200, result);
}

/** Serves `/__local/*` to this machine's own programs and pages only. */
export async function control(cloud: Cloud, request: IncomingMessage): Promise<WireResponse> {
  if (!isLoopbackRequest(request.headers))
    return json(403, { message: 'The tools of the local portal respond to this machine only.' });
  try {
    return await respondTo(cloud, request);
  } catch (error) {
    if (error instanceof ControlError) return json(error.status, { message: error.message });
    if (error instanceof URIError) return json(400, { message: 'The path cannot be decoded.' });
    throw error;
  }
}

const files: Record<string, { file: string; type: string }> = {
  '/__local': { file: 'mailbox.html', type: 'text/html; charset=utf-8' },
  '/__local/': { file: 'mailbox.html', type: 'text/html; charset=utf-8' },
  '/__local/mailbox.css': { file: 'mailbox.css', type: 'text/css; charset=utf-8' },
  '/__local/mailbox.js': { file: 'mailbox.js', type: 'text/javascript; charset=utf-8' },
};

/** The page that shows the sent messages. */
async function mailboxFile(path: string): Promise<WireResponse | undefined> {
  const found = files[path];
  if (!found) return undefined;
  return {
    status: 200,
    headers: {
      'content-type': found.type,
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: await readFile(new URL(`./mailbox-page/${found.file}`, import.meta.url)),
  };
}
