import { randomUUID } from 'node:crypto';
import { invalid, type Form } from './form';
import type { Operation, PublishedMessage, Service, Topic } from './topic-store';

/** Throws unless the number is in E.164 format, as SNS requires. */
export function checkPhoneNumber(given: string, parameter: string): void {
  if (!/^\+[1-9]\d{6,14}$/.test(given)) throw invalid(`${parameter} Reason: ${given} is not valid to publish to`);
}

interface Content {
  subject: string | undefined;
  /** The text for a protocol; the same for all unless the message is structured. */
  textFor(protocol: 'email' | 'sms'): string;
  message: string;
  attributes: Record<string, string>;
}

/** docs.aws.amazon.com/sns/latest/api/API_Publish.html */
function readContent(form: Form): Content {
  const message = form.text('Message') ?? '';
  const subject = form.text('Subject');
  const structure = form.text('MessageStructure');
  const attributes = form.messageAttributes();
  if (message === '') throw invalid('Empty message');
  if (Buffer.byteLength(message) > 262_144) throw invalid('Message too long');
  if (subject !== undefined && (subject === '' || subject.length >= 100 || /\p{Cc}/u.test(subject)))
    throw invalid('Subject');
  if (structure === undefined) return { message, subject, attributes, textFor: () => message };
  if (structure !== 'json') throw invalid('MessageStructure');
  const texts = readTexts(message);
  return { message, subject, attributes, textFor: (protocol) => texts[protocol] ?? texts['default'] ?? '' };
}

function readTexts(message: string): Record<string, string> {
  let texts: unknown;
  try {
    texts = JSON.parse(message);
  } catch {
    throw invalid('Message Structure - JSON message body failed to parse');
  }
  if (typeof texts !== 'object' || texts === null || !('default' in texts))
    throw invalid('Message Structure - No default entry in JSON message body');
  return texts as Record<string, string>;
}

/**
 * A topic without subscribers still sends its message to the outbox, under the topic's name, because that is where
 * people look on a laptop.
 */
async function publishToTopic({ store, clock, outbox }: Service, topic: Topic, content: Content): Promise<string> {
  const subject = content.subject ?? 'AWS Notification Message';
  const readers = store.of(topic.arn).filter((one) => one.confirmed);
  for (const { protocol, endpoint } of readers) {
    await outbox({
      channel: protocol,
      to: endpoint,
      subject: protocol === 'sms' ? '' : subject,
      text: content.textFor(protocol),
    });
  }
  if (readers.length === 0) await outbox({ channel: 'email', to: topic.name, subject, text: content.textFor('email') });
  const published: PublishedMessage = {
    id: randomUUID(),
    topic: topic.arn,
    ...(content.subject !== undefined && { subject: content.subject }),
    message: content.message,
    attributes: content.attributes,
    at: clock.now(),
  };
  await store.change({ published });
  return published.id;
}

async function publishToPhone(
  { store, clock, outbox }: Service,
  phoneNumber: string,
  content: Content,
): Promise<string> {
  checkPhoneNumber(phoneNumber, 'PhoneNumber');
  const text = content.textFor('sms');
  if (text.length > 1600) throw invalid('Message too long');
  await outbox({ channel: 'sms', to: phoneNumber, subject: '', text });
  const published: PublishedMessage = {
    id: randomUUID(),
    phoneNumber,
    message: content.message,
    attributes: content.attributes,
    at: clock.now(),
  };
  await store.change({ published });
  return published.id;
}

const publish: Operation = async (service, form) => {
  const phoneNumber = form.text('PhoneNumber');
  const arn = form.text('TopicArn') ?? form.text('TargetArn');
  const content = readContent(form);
  form.refuseOthers();
  if (phoneNumber !== undefined && arn !== undefined)
    throw invalid('Publishing to both a topic and a phone number is not possible');
  if (phoneNumber !== undefined) return { MessageId: await publishToPhone(service, phoneNumber, content) };
  if (arn === undefined) throw invalid('TopicArn or TargetArn Reason: no value for required parameter');
  return { MessageId: await publishToTopic(service, service.store.topic(arn), content) };
};

export const publishOperations: Record<string, Operation> = { Publish: publish };
