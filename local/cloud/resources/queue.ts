import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { ResourceType } from '../deployed/resource-type';

/** CloudFormation gives a FIFO queue without a name one that ends as SQS wants it. */
const nameOf = (properties: Record<string, unknown>, generatedName: string): string => {
  const { QueueName, FifoQueue } = properties;
  if (typeof QueueName === 'string') return QueueName;
  return FifoQueue === true ? `${generatedName}.fifo` : generatedName;
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const queue: ResourceType = {
  types: ['AWS::SQS::Queue'],
  async make({ properties, generatedName }, { clients, deployed }) {
    const client = clients.of('sqs', SQSClient);
    const name = nameOf(properties, generatedName);
    const { QueueName: _name, Tags: _tags, ...settings } = properties;
    const Attributes = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, asText(value)]));
    // SQS returns the queue that is there, if it has these attributes.
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
    const described = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
    const Arn = described.Attributes?.QueueArn ?? '';
    deployed.arns.set(name, Arn);
    deployed.queues.set(Arn, QueueUrl);
    return { ref: QueueUrl, attributes: { Arn, QueueName: name, QueueUrl }, remember: true };
  },
};

/** What Lambda polls; SQS alone. It runs in `event-sources/`. */
export const eventSourceMapping: ResourceType = {
  types: ['AWS::Lambda::EventSourceMapping'],
  async make({ properties, generatedName, region, account }, { deployed }) {
    const {
      EventSourceArn,
      FunctionName,
      BatchSize = 10,
      Enabled = true,
      FunctionResponseTypes = [],
      ScalingConfig = {},
      Tags: _tags,
      ...unknown
    } = properties as {
      EventSourceArn: string;
      FunctionName: string;
      BatchSize?: number;
      Enabled?: boolean;
      FunctionResponseTypes?: string[];
      ScalingConfig?: { MaximumConcurrency?: number };
      Tags?: unknown;
    };
    const [foreign] = Object.keys(unknown);
    if (foreign !== undefined) throw new Error(`${foreign} is not known to the local cloud`);
    if (!EventSourceArn.startsWith('arn:aws:sqs:')) throw new Error('only SQS is polled in the local cloud');
    if (BatchSize < 1 || BatchSize > 10) throw new Error('BatchSize is 1 to 10 without a batching window');
    const { MaximumConcurrency = 10 } = ScalingConfig;
    if (MaximumConcurrency < 2 || MaximumConcurrency > 1000) throw new Error('MaximumConcurrency is 2 to 1000');
    const functionArn = FunctionName.startsWith('arn:')
      ? FunctionName
      : `arn:aws:lambda:${region}:${account}:function:${FunctionName}`;
    if (Enabled)
      deployed.eventSources.push({
        queueArn: EventSourceArn,
        functionArn,
        batchSize: BatchSize,
        maximumConcurrency: MaximumConcurrency,
        reportsFailures: FunctionResponseTypes.includes('ReportBatchItemFailures'),
      });
    return { ref: generatedName, attributes: { Id: generatedName } };
  },
};
