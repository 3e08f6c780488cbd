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

/** A receiver whom SES sends nothing any more. */
interface Suppressed {
  EmailAddress: string;
  Reason: 'BOUNCE' | 'COMPLAINT';
  /** Unix seconds. */
  LastUpdateTime: number;
}
type SuppressionList = Map<string, Suppressed>;

/**
 * Adds an address to the account's list, which compares without capitals
 * (docs.aws.amazon.com/ses/latest/dg/sending-email-suppression-list.html).
 */
function suppress(list: SuppressionList, to: string, reason: unknown): object {
  if (reason !== 'BOUNCE' && reason !== 'COMPLAINT') throw badRequest('Reason is BOUNCE or COMPLAINT.');
  const EmailAddress = to.toLowerCase();
  list.set(EmailAddress, { EmailAddress, Reason: reason, LastUpdateTime: Math.floor(Date.now() / 1000) });
  return {};
}

/** No server takes mail for the top-level domain `invalid` (RFC 2606): a hard bounce. */
const isUndeliverable = (to: string): boolean => to.toLowerCase().endsWith('.invalid');

/** Receivers of one message at most (SES developer guide, "Service quotas"). */
const mostReceivers = 50;

/** docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html; simple messages to plain receivers. */
async function sendEmail(body: Input, outbox: Outbox, list: SuppressionList): Promise<{ MessageId: string }> {
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
  for (const to of receivers) {
    // SES takes a mail to a suppressed address and does not send it.
    if (isUndeliverable(to)) suppress(list, to, 'BOUNCE');
    else if (!list.has(to.toLowerCase())) await outbox({ channel: 'email', to, subject, ...words });
  }
  return { MessageId: randomUUID() };
}

export interface SesOptions {
  /** Where mails go. */
  outbox: Outbox;
}

/** Operations by method and path (REST JSON protocol; SES API v2 reference). */
const operations: Readonly<Record<string, string>> = {
  'POST /v2/email/outbound-emails': 'SendEmail',
  'GET /v2/email/suppression/addresses': 'ListSuppressedDestinations',
  'PUT /v2/email/suppression/addresses': 'PutSuppressedDestination',
  'DELETE /v2/email/suppression/addresses/': 'DeleteSuppressedDestination',
};

const pathOf = (request: WireRequest): string => request.url.split('?')[0] ?? '';
/** The address at the end of a path. */
const addressIn = /(?<=\/suppression\/addresses\/).+$/;
const operationOf = (request: WireRequest): string =>
  operations[`${request.method} ${pathOf(request).replace(addressIn, '')}`] ?? `${request.method} ${pathOf(request)}`;

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
  // The list is the account's: its operations know no resource (Service Authorization Reference, SES v2).
  if (operationOf(request) !== 'SendEmail') return [{ action: `ses:${operationOf(request)}`, resource: '*' }];
  const from = readJsonObject(request.body)?.['FromEmailAddress'];
  const address = typeof from === 'string' ? (/<([^>]*)>$/.exec(from)?.[1] ?? from) : '*';
  const domain = address.slice(address.indexOf('@') + 1);
  return [{ action: `ses:${operationOf(request)}`, resource: `arn:aws:ses:${region}:${account}:identity/${domain}` }];
}

async function run(request: WireRequest, outbox: Outbox, list: SuppressionList): Promise<object> {
  if (!protocol.isSigned(request))
    throw new ServiceError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const name = operationOf(request);
  // One page has them all.
  if (name === 'ListSuppressedDestinations') return { SuppressedDestinationSummaries: [...list.values()] };
  if (name === 'DeleteSuppressedDestination') {
    const of = decodeURIComponent(addressIn.exec(pathOf(request))?.[0] ?? '').toLowerCase();
    if (!list.delete(of)) throw new ServiceError('NotFoundException', `${of} is not on the suppression list.`, 404);
    return {};
  }
  if (name !== 'SendEmail' && name !== 'PutSuppressedDestination')
    throw new ServiceError('NotFoundException', `${name} is not supported by the SES emulator`, 404);
  const input = readJsonObject(request.body);
  if (!input) throw new ServiceError('BadRequestException', 'The body is not a JSON object.');
  if (name === 'SendEmail') return sendEmail(input, outbox, list);
  return suppress(list, address(input['EmailAddress'], 'EmailAddress'), input['Reason']);
}

/** Amazon SES (API v2): sends mails and keeps none, but knows who gets none any more. See README.md. */
export async function createSesEmulator({ outbox }: SesOptions): Promise<AwsEmulator> {
  const list: SuppressionList = new Map();
  return {
    operationOf,
    async respond(request) {
      try {
        return protocol.respond(200, JSON.stringify(await run(request, outbox, list)));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const body = JSON.stringify({ message: error.message });
        return protocol.respond(error.status, body, { 'x-amzn-errortype': error.code });
      }
    },
    fault: (kind, message = faultMessages[kind]) => protocol.fault(kind, message),
    demandsOf,
    reset: async () => list.clear(),
    close: () => Promise.resolve(),
  };
}
