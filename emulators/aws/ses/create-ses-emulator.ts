import { randomUUID } from 'node:crypto';
import type { Outbox, WireRequest } from '../../platform/index';
import { type AwsEmulator, type Demand, faultMessages, type Places } from '../aws';
import { awsJson, readJsonObject } from '../aws-json';
import { readableText } from '../cognito/services/message-text';

/** An error of SES's, with the name and status of its API v2 reference. */
class ServiceError extends Error {
  constructor(
    readonly code:
      | 'BadRequestException'
      | 'MessageRejected'
      | 'MissingAuthenticationTokenException'
      | 'NotFoundException',
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

const badRequest = (message: string): ServiceError => new ServiceError('BadRequestException', message);

type Input = Record<string, unknown>;

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object's members; throws, by name, for a member that is not supported. */
function members(value: unknown, where: string, known: readonly string[]): Input {
  if (!isObject(value)) throw badRequest(`${where} is missing.`);
  const foreign = Object.keys(value).find((name) => !known.includes(name));
  if (foreign !== undefined) throw badRequest(`${where}.${foreign} is not supported by the SES emulator.`);
  return value;
}

/** The address in `somebody@example.jp` or `Name <somebody@example.jp>`. */
function address(value: unknown, where: string): string {
  const found = typeof value === 'string' ? /^(?:[^<>]*<)?([^\s<>@]+@[^\s<>@]+)>?$/.exec(value)?.[1] : undefined;
  if (found === undefined) throw badRequest(`${where} is no e-mail address.`);
  return found;
}

function text(value: unknown, where: string): string {
  const { Data, Charset } = members(value, where, ['Data', 'Charset']);
  if (typeof Data !== 'string' || Data === '') throw badRequest(`${where}.Data is missing.`);
  if (Charset !== undefined && Charset !== 'UTF-8')
    throw badRequest(`${where}.Charset is not supported by the SES emulator: UTF-8 alone.`);
  return Data;
}

/** Receivers of one message at most (SES developer guide, "Service quotas"). */
const mostReceivers = 50;

/** docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html; simple messages to plain receivers. */
async function sendEmail(body: Input, outbox: Outbox): Promise<{ MessageId: string }> {
  const { FromEmailAddress, Destination, Content } = members(body, 'The request', [
    'FromEmailAddress',
    'Destination',
    'Content',
  ]);
  address(FromEmailAddress, 'FromEmailAddress');
  const { ToAddresses } = members(Destination, 'Destination', ['ToAddresses']);
  const receivers = Array.isArray(ToAddresses) ? ToAddresses.map((one) => address(one, 'Destination.ToAddresses')) : [];
  if (receivers.length === 0) throw badRequest('Destination.ToAddresses is missing.');
  if (receivers.length > mostReceivers)
    throw new ServiceError('MessageRejected', `Recipient count exceeds ${mostReceivers}.`);
  const { Simple } = members(Content, 'Content', ['Simple']);
  const { Subject, Body } = members(Simple, 'Content.Simple', ['Subject', 'Body']);
  const { Html, Text } = members(Body, 'Content.Simple.Body', ['Html', 'Text']);
  const subject = text(Subject, 'Content.Simple.Subject');
  if (Html === undefined && Text === undefined) throw badRequest('Content.Simple.Body is missing.');
  const plain = Text === undefined ? undefined : text(Text, 'Content.Simple.Body.Text');
  const html = Html === undefined ? undefined : readableText(text(Html, 'Content.Simple.Body.Html'));
  const words = { text: html ?? plain ?? '', ...(html !== undefined && plain !== undefined && { plain }) };
  for (const to of receivers) await outbox({ channel: 'email', to, subject, ...words });
  return { MessageId: randomUUID() };
}

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
