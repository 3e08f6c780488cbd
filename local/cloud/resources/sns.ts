import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import type { ResourceType } from '../deployed/resource-type';

export const topic: ResourceType = {
  types: ['AWS::SNS::Topic'],
  async make({ properties, generatedName }, { clients, deployed }) {
    const name = typeof properties['TopicName'] === 'string' ? properties['TopicName'] : generatedName;
    const { TopicArn } = await clients.of('sns', SNSClient).send(new CreateTopicCommand({ Name: name }));
    if (TopicArn === undefined) throw new Error('SNS returned no topic ARN');
    // The one of the functions is first; those of alarms follow, in a later stack.
    deployed.topicArn ||= TopicArn;
    deployed.arns.set(name, TopicArn);
    return { ref: TopicArn, attributes: { TopicArn, TopicName: name } };
  },
};

/** The subscribers of a topic. Only mails, which arrive in the mailbox; an address confirms by its mail, as in AWS. */
export const subscription: ResourceType = {
  types: ['AWS::SNS::Subscription'],
  async make({ properties }, { clients }) {
    const { TopicArn, Protocol = '', Endpoint } = properties as Record<string, string | undefined>;
    if (Protocol !== 'email')
      throw new Error(`subscriptions of the protocol ${Protocol} are not known to the local cloud`);
    const { SubscriptionArn = '' } = await clients
      .of('sns', SNSClient)
      .send(new SubscribeCommand({ TopicArn, Protocol, Endpoint, ReturnSubscriptionArn: true }));
    return { ref: SubscriptionArn, attributes: { Arn: SubscriptionArn } };
  },
};
