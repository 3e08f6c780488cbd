import type { Outbox, WireRequest } from '../../platform/index';
import { faultMessages, type AwsEmulator, type Demand, type Places } from '../aws';
import { awsJson, readJsonObject } from '../aws-json';
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

const protocol = awsJson({
  contentType: 'application/json',
  faults: {
    'access-denied': { status: 403, name: 'AccessDeniedException' },
    throttled: { status: 429, name: 'TooManyRequestsException' },
    failed: { status: 500, name: 'InternalServiceErrorException' },
  },
});

/**
 * Sending needs a permission on the sender's identity. Every domain counts as verified and no single address, so that
 * is the domain's (SES developer guide, "Creating and verifying identities").
 */
function demandsOf(request: WireRequest, { region, account }: Places): Demand[] {
  const from = readJsonObject(request.body)?.['FromEmailAddress'];
  const address = typeof from === 'string' ? (/<([^>]*)>$/.exec(from)?.[1] ?? from) : '*';
  const domain = address.slice(address.indexOf('@') + 1);
  return [{ action: `ses:${operationOf(request)}`, resource: `arn:aws:ses:${region}:${account}:identity/${domain}` }];
}

async function run(request: WireRequest, outbox: Outbox): Promise<object> {
  if (!protocol.isSigned(request))
    throw new ServiceError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const name = operationOf(request);
  if (name !== 'SendEmail')
    throw new ServiceError('NotFoundException', `${name} is not supported by the SES emulator`, 404);
  const input = readJsonObject(request.body);
  if (!input) throw new ServiceError('BadRequestException', 'The body is not a JSON object.');
  return sendEmail(input, outbox);
}

/** Amazon SES (API v2): sends mails and keeps none. See README.md. */
export async function createSesEmulator({ outbox }: SesOptions): Promise<AwsEmulator> {
  return {
    operationOf,
    async respond(request) {
      try {
        return protocol.respond(200, JSON.stringify(await run(request, outbox)));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const body = JSON.stringify({ message: error.message });
        return protocol.respond(error.status, body, { 'x-amzn-errortype': error.code });
      }
    },
    fault: (kind, message = faultMessages[kind]) => protocol.fault(kind, message),
    demandsOf,
    reset: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
