import { randomUUID } from 'node:crypto';
import { invalid } from './form';
import type { Operation } from './topic-store';

/**
 * docs.aws.amazon.com/sns/latest/api/API_Publish.html. A topic without subscribers still sends its message to the
 * outbox, under the topic's name, because that is where people look on a laptop.
 */
const publish: Operation = async ({ store, clock, outbox }, form) => {
  const arn = form.required('TopicArn');
  const message = form.text('Message') ?? '';
  const subject = form.text('Subject');
  const attributes = form.messageAttributes();
  form.refuseOthers();
  if (message === '') throw invalid('Empty message');
  if (Buffer.byteLength(message) > 262_144) throw invalid('Message too long');
  if (subject !== undefined && (subject === '' || subject.length >= 100 || /\p{Cc}/u.test(subject)))
    throw invalid('Subject');
  const topic = store.topic(arn);
  const readers = store.of(topic.arn).filter((one) => one.confirmed);
  for (const to of readers.length > 0 ? readers.map(({ endpoint }) => endpoint) : [topic.name])
    await outbox({ channel: 'email', to, subject: subject ?? 'AWS Notification Message', text: message });
  const id = randomUUID();
  const published = { id, topic: arn, ...(subject !== undefined && { subject }), message, attributes, at: clock.now() };
  await store.change({ published });
  return { MessageId: id };
};

export const publishOperations: Record<string, Operation> = { Publish: publish };
