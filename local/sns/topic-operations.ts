import { page, type Operation, type Service } from './service';
import { invalid } from './errors';
import type { Topic } from './topic-store';

/**
 * Attributes that are kept and change nothing here. All others (FIFO, delivery, encryption) would, so they are refused.
 */
const plainAttributes = new Set(['DisplayName', 'KmsMasterKeyId', 'Policy', 'TracingConfig', 'SignatureVersion']);

function checkAttributes(attributes: Record<string, string>): void {
  const foreign = Object.keys(attributes).find((name) => !plainAttributes.has(name));
  if (foreign !== undefined) throw invalid(`Attributes Reason: the SNS emulator does not support ${foreign}`);
}

/** Creating an existing topic returns its ARN. */
const createTopic: Operation = async ({ store }, form) => {
  const name = form.required('Name');
  const attributes = form.map('Attributes');
  for (const tag of form.numbered('Tags.member')) for (const part of ['Key', 'Value']) form.text(`${tag}.${part}`);
  form.refuseOthers();
  checkAttributes(attributes);
  const arn = store.arnOf(name);
  if (!store.topics.has(arn)) await store.change({ topic: { arn, name, attributes } });
  return { TopicArn: arn };
};

/** Deleting a topic that does not exist succeeds, as in the service. */
const deleteTopic: Operation = async ({ store }, form) => {
  const arn = form.required('TopicArn');
  form.refuseOthers();
  await store.change({ dropTopic: arn });
  return {};
};

function attributesOf({ store }: Service, { arn, attributes }: Topic): Record<string, string> {
  const all = store.of(arn);
  const confirmed = all.filter((one) => one.confirmed).length;
  return {
    DisplayName: '',
    ...attributes,
    TopicArn: arn,
    Owner: '000000000000',
    SubscriptionsConfirmed: String(confirmed),
    SubscriptionsPending: String(all.length - confirmed),
    SubscriptionsDeleted: '0',
  };
}

const getTopicAttributes: Operation = async (service, form) => {
  const topic = service.store.topic(form.required('TopicArn'));
  form.refuseOthers();
  return { Attributes: { entries: attributesOf(service, topic) } };
};

const setTopicAttributes: Operation = async ({ store }, form) => {
  const topic = store.topic(form.required('TopicArn'));
  const changed = { [form.required('AttributeName')]: form.text('AttributeValue') ?? '' };
  form.refuseOthers();
  checkAttributes(changed);
  await store.change({ topic: { ...topic, attributes: { ...topic.attributes, ...changed } } });
  return {};
};

const listTopics: Operation = async ({ store }, form) => {
  const { items, next } = page([...store.topics.values()], form.text('NextToken'));
  form.refuseOthers();
  return { Topics: items.map(({ arn }) => ({ TopicArn: arn })), NextToken: next };
};

export const topicOperations: Record<string, Operation> = {
  CreateTopic: createTopic,
  DeleteTopic: deleteTopic,
  GetTopicAttributes: getTopicAttributes,
  ListTopics: listTopics,
  SetTopicAttributes: setTopicAttributes,
};
