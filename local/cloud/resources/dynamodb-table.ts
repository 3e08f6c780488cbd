import {
  CreateTableCommand,
  DescribeTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  type TableDescription,
  type TimeToLiveSpecification,
} from '@aws-sdk/client-dynamodb';
import type { ResourceType } from '../deployed/resource-type';
import { undefinedIfMissing } from '../services/clients';

interface Declared extends Pick<CreateTableCommandInput, 'AttributeDefinitions' | 'KeySchema'> {
  TableName?: string;
  GlobalSecondaryIndexes?: GlobalSecondaryIndex[];
  TimeToLiveSpecification?: TimeToLiveSpecification;
}

const describe = async (client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> =>
  client.send(new DescribeTableCommand({ TableName })).then(({ Table }) => Table, undefinedIfMissing);

/**
 * Tables with their indexes and expiry, paid by the request. Streams, local indexes and replicas elsewhere do not exist
 * here.
 */
export const dynamoDbTable: ResourceType = {
  types: ['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'],
  async make({ properties, generatedName }, { clients, deployed }) {
    const declared = properties as Declared;
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = declared;
    const foreign = ['LocalSecondaryIndexes', 'ProvisionedThroughput'].find((one) => one in properties);
    if (foreign !== undefined) throw new Error(`${foreign} is not known to the local cloud`);
    const TableName = declared.TableName ?? generatedName;
    const client = clients.of('dynamodb', DynamoDBClient);
    let table = await describe(client, TableName);
    if (!table) {
      const indexes = GlobalSecondaryIndexes?.map(({ IndexName, KeySchema: keys, Projection }) => ({
        IndexName,
        KeySchema: keys,
        Projection,
      }));
      await client.send(
        new CreateTableCommand({
          TableName,
          AttributeDefinitions,
          KeySchema,
          BillingMode: 'PAY_PER_REQUEST',
          ...(indexes && { GlobalSecondaryIndexes: indexes }),
        }),
      );
      await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 2 }, { TableName });
      if (TimeToLiveSpecification?.Enabled)
        await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
      table = await describe(client, TableName);
    }
    const arn = table?.TableArn ?? `arn:aws:dynamodb:${deployed.region}:${deployed.account}:table/${TableName}`;
    deployed.tables.push(TableName);
    deployed.arns.set(TableName, arn);
    return { ref: TableName, attributes: { Arn: arn, TableId: table?.TableId ?? '' }, remember: true };
  },
};
