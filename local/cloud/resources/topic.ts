import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import type { ResourceType } from '../deployed/resource-type';

export const topic: ResourceType = {
  types: ['AWS::SNS::Topic'],
  async make({ properties, generatedName }, { clients, deployed }) {
    const name = typeof properties['TopicName'] === 'string' ? properties['TopicName'] : generatedName;
    const { TopicArn } = await clients.of('sns', SNSClient).send(new CreateTopicCommand({ Name: name }));
    if (TopicArn === undefined) throw new Error('SNS returned no topic ARN');
    deployed.topicArn = TopicArn;
    deployed.arns.set(name, TopicArn);
    return { ref: TopicArn, attributes: { TopicArn, TopicName: name } };
  },
};
