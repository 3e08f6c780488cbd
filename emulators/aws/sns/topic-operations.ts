import { randomBytes, randomUUID } from 'node:crypto';
import { invalid } from './form';
import type { Operation } from './topic-store';

/** Attributes that change nothing here. All others (FIFO, delivery) would, so they are refused. */
const plainAttributes = new Set(['DisplayName', 'KmsMasterKeyId', 'Policy', 'TracingConfig', 'SignatureVersion']);
const pending = 'pending confirmation';
/** How many a page of a list has (API_ListSubscriptions). */
const pageSize = 100;

/** Creating an existing topic returns its ARN. */
const createTopic: Operation = async ({ store }, form) => {
  const name = form.required('Name');
  const foreign = Object.keys(form.map('Attributes')).find((one) => !plainAttributes.has(one));
  for (const tag of form.numbered('Tags.member')) for (const part of ['Key', 'Value']) form.text(`${tag}.${part}`);
  form.refuseOthers();
  if (foreign !== undefined) throw invalid(`Attributes Reason: the SNS emulator does not support ${foreign}`);
  const arn = store.arnOf(name);
  if (!store.topics.has(arn)) await store.change({ topic: { arn, name } });
  return { TopicArn: arn };
};

/**
 * A mail address must confirm by the link that is sent to it (docs.aws.amazon.com/sns/latest/api/API_Subscribe.html).
 * Subscribing a pending address again sends the mail again.
 */
const subscribe: Operation = async ({ store, outbox, address }, form) => {
  const topic = store.topic(form.required('TopicArn'));
  const protocol = form.required('Protocol');
  const endpoint = form.required('Endpoint');
  const returnsArn = form.text('ReturnSubscriptionArn') === 'true';
  form.refuseOthers();
  if (protocol !== 'email') throw invalid(`Protocol Reason: the SNS emulator does not support ${protocol}`);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(endpoint)) throw invalid('Email address');
  const known = store.of(topic.arn).find((one) => one.endpoint === endpoint);
  const subscription = known ?? {
    arn: `${topic.arn}:${randomUUID()}`,
    topic: topic.arn,
    endpoint,
    confirmed: false,
    token: randomBytes(32).toString('hex'),
  };
  if (!subscription.confirmed) {
    const query = `TopicArn=${encodeURIComponent(topic.arn)}&Token=${subscription.token}`;
    const link = `${address}/?Action=ConfirmSubscription&${query}`;
    await outbox({
      channel: 'email',
      to: endpoint,
      subject: 'AWS Notification - Subscription Confirmation',
      text:
        `You have chosen to subscribe to the topic:\n${topic.arn}\n\n` +
        `To confirm this subscription, visit the link below:\n${link}\n`,
    });
  }
  if (!known) await store.change({ subscription });
  return { SubscriptionArn: subscription.confirmed || returnsArn ? subscription.arn : pending };
};

const confirmSubscription: Operation = async ({ store }, form) => {
  const topic = store.topic(form.required('TopicArn'));
  const token = form.required('Token');
  form.refuseOthers();
  const found = store.of(topic.arn).find((one) => one.token === token);
  if (!found) throw invalid('Token');
  await store.change({ subscription: { ...found, confirmed: true } });
  return { SubscriptionArn: found.arn };
};

/** The token names the position of the next page. */
const listSubscriptions: Operation = async ({ store }, form) => {
  const from = Number(form.text('NextToken') ?? 0) || 0;
  form.refuseOthers();
  const all = [...store.subscriptions.values()];
  const next = from + pageSize;
  return {
    Subscriptions: all.slice(from, next).map((one) => ({
      SubscriptionArn: one.confirmed ? one.arn : 'PendingConfirmation',
      Owner: '000000000000',
      Protocol: 'email',
      Endpoint: one.endpoint,
      TopicArn: one.topic,
    })),
    NextToken: next < all.length ? String(next) : undefined,
  };
};

/** US dollars of a new account (docs.aws.amazon.com/sns/latest/dg/channels-sms-awssupport-spend-threshold.html). */
const smsAttributes = { MonthlySpendLimit: '1' };

const getSmsAttributes: Operation = async (_service, form) => {
  const asked = form.numbered('attributes.member').map((member) => form.required(member));
  form.refuseOthers();
  const kept = Object.entries(smsAttributes).filter(([name]) => asked.length === 0 || asked.includes(name));
  return { attributes: { entries: Object.fromEntries(kept) } };
};

/** The operations on topics, their subscribers and the account's SMS. */
export const topicOperations: Record<string, Operation> = {
  ConfirmSubscription: confirmSubscription,
  CreateTopic: createTopic,
  GetSMSAttributes: getSmsAttributes,
  ListSubscriptions: listSubscriptions,
  Subscribe: subscribe,
};
