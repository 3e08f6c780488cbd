import { randomUUID } from 'node:crypto';
import { readableText } from '../cognito/services/message-text';
import type { Outbox } from '../../platform/index';
import { badRequest, ServiceError } from './errors';

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
export async function sendEmail(body: Input, outbox: Outbox): Promise<{ MessageId: string }> {
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
