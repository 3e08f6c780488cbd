import { randomBytes, randomUUID } from 'node:crypto';
import { checkPhoneNumber } from './publish-operations';
import { page, type Operation } from './service';
import { invalid } from './errors';
import type { Subscription } from './topic-store';
import type { Output } from './xml';

const pending = 'pending confirmation';

function isProtocol(protocol: string): protocol is Subscription['protocol'] {
  return protocol === 'email' || protocol === 'sms';
}

/**
 * A mail address must confirm by the link that is sent to it; a phone number need not
 * (docs.aws.amazon.com/sns/latest/api/API_Subscribe.html). Subscribing a pending address again sends the mail again.
 */
const subscribe: Operation = async ({ store, outbox, address }, form) => {
  const topic = store.topic(form.required('TopicArn'));
  const protocol = form.required('Protocol');
  const endpoint = form.required('Endpoint');
  const returnsArn = form.text('ReturnSubscriptionArn') === 'true';
  form.refuseOthers();
  if (!isProtocol(protocol)) throw invalid(`Protocol Reason: the SNS emulator does not support ${protocol}`);
  if (protocol === 'sms') checkPhoneNumber(endpoint, 'Endpoint');
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(endpoint)) throw invalid('Email address');
  const known = store.of(topic.arn).find((one) => one.protocol === protocol && one.endpoint === endpoint);
  const subscription = known ?? {
    arn: `${topic.arn}:${randomUUID()}`,
    topic: topic.arn,
    protocol,
    endpoint,
    confirmed: protocol === 'sms',
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

const unsubscribe: Operation = async ({ store }, form) => {
  const { arn } = store.subscription(form.required('SubscriptionArn'));
  form.refuseOthers();
  await store.change({ dropSubscription: arn });
  return {};
};

const shown = (one: Subscription): Output => ({
  SubscriptionArn: one.confirmed ? one.arn : 'PendingConfirmation',
  Owner: '000000000000',
  Protocol: one.protocol,
  Endpoint: one.endpoint,
  TopicArn: one.topic,
});

const listSubscriptions: Operation = async ({ store }, form) => {
  const { items, next } = page([...store.subscriptions.values()], form.text('NextToken'));
  form.refuseOthers();
  return { Subscriptions: items.map(shown), NextToken: next };
};

const listSubscriptionsByTopic: Operation = async ({ store }, form) => {
  const topic = store.topic(form.required('TopicArn'));
  const { items, next } = page(store.of(topic.arn), form.text('NextToken'));
  form.refuseOthers();
  return { Subscriptions: items.map(shown), NextToken: next };
};

const getSubscriptionAttributes: Operation = async ({ store }, form) => {
  const { arn, ...one } = store.subscription(form.required('SubscriptionArn'));
  form.refuseOthers();
  const entries = {
    SubscriptionArn: arn,
    TopicArn: one.topic,
    Protocol: one.protocol,
    Endpoint: one.endpoint,
    PendingConfirmation: String(!one.confirmed),
  };
  return { Attributes: { entries } };
};

export const subscriptionOperations: Record<string, Operation> = {
  ConfirmSubscription: confirmSubscription,
  GetSubscriptionAttributes: getSubscriptionAttributes,
  ListSubscriptions: listSubscriptions,
  ListSubscriptionsByTopic: listSubscriptionsByTopic,
  Subscribe: subscribe,
  Unsubscribe: unsubscribe,
};
