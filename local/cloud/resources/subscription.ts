import { SubscribeCommand, SNSClient } from '@aws-sdk/client-sns';
import type { ResourceType } from '../deployed/resource-type';

/**
 * The subscribers of a topic. Only mails and SMS, which arrive in the mailbox; an address confirms by its mail, as in
 * AWS.
 */
export const subscription: ResourceType = {
  types: ['AWS::SNS::Subscription'],
  async make({ properties }, { clients }) {
    const { TopicArn, Protocol = '', Endpoint } = properties as Record<string, string | undefined>;
    if (!['email', 'email-json', 'sms'].includes(Protocol))
      throw new Error(`subscriptions of the protocol ${Protocol} are not known to the local cloud`);
    const { SubscriptionArn = '' } = await clients
      .of('sns', SNSClient)
      .send(new SubscribeCommand({ TopicArn, Protocol, Endpoint, ReturnSubscriptionArn: true }));
    return { ref: SubscriptionArn, attributes: { Arn: SubscriptionArn } };
  },
};
