import { randomUUID } from 'node:crypto';
import type { Outbox } from '../outbox';
import type { Emulator, WireRequest, WireResponse } from '../wire';
import { sendEmail } from './send-email';
import { ServiceError } from './errors';

export interface SesOptions {
  /** Where mails go. */
  outbox: Outbox;
}

/** Operations by method and path (REST JSON protocol; SES API v2 reference). */
const operations: Readonly<Record<string, string>> = { 'POST /v2/email/outbound-emails': 'SendEmail' };

const pathOf = (request: WireRequest): string => request.url.split('?')[0] ?? '';
const operationOf = (request: WireRequest): string =>
  operations[`${request.method} ${pathOf(request)}`] ?? `${request.method} ${pathOf(request)}`;

function parse(body: Buffer): Record<string, unknown> {
  try {
    const input: unknown = JSON.parse(body.toString() || '{}');
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  } catch {
    // told below, like any other body that is no object
  }
  throw new ServiceError('BadRequestException', 'The body is not a JSON object.');
}

async function run(request: WireRequest, outbox: Outbox): Promise<object> {
  if (!request.headers['authorization']?.startsWith('AWS4-'))
    throw new ServiceError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const name = operationOf(request);
  if (name !== 'SendEmail')
    throw new ServiceError('NotFoundException', `${name} is not supported by the SES emulator`, 404);
  return sendEmail(parse(request.body), outbox);
}

/** Amazon SES (API v2): sends mails, keeps nothing of them. See README.md. */
export async function createSesEmulator({ outbox }: SesOptions): Promise<Emulator> {
  const answer = (status: number, body: object, headers: Record<string, string> = {}): WireResponse => ({
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  });
  return {
    operationOf,
    async respond(request) {
      try {
        return answer(200, await run(request, outbox));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return answer(error.status, { message: error.message }, { 'x-amzn-errortype': error.code });
      }
    },
    reset: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
