import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { ResourceType } from '../deployed/resource-type';
import { undefinedIfMissing } from '../services/clients';

interface Declared extends Pick<CreateTableCommandInput, 'AttributeDefinitions' | 'KeySchema'> {
  TableName?: string;
  GlobalSecondaryIndexes?: GlobalSecondaryIndex[];
  TimeToLiveSpecification?: { AttributeName?: string; Enabled: boolean };
}

const describe = async (client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> =>
  client.send(new DescribeTableCommand({ TableName })).then(({ Table }) => Table, undefinedIfMissing);

/** Keys and indexes in a form that can be compared: a table cannot change them without being created again. */
function shape({
  KeySchema,
  GlobalSecondaryIndexes = [],
}: Pick<TableDescription, 'KeySchema' | 'GlobalSecondaryIndexes'>): string {
  const keys = (schema: TableDescription['KeySchema']) =>
    schema?.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`);
  const indexes = GlobalSecondaryIndexes.map((index) => [index.IndexName, keys(index.KeySchema)] as const);
  return JSON.stringify([keys(KeySchema), indexes.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))]);
}

/** Switches the expiry on, unless it is on. */
async function setTimeToLive(
  client: DynamoDBClient,
  TableName: string,
  TimeToLiveSpecification: Declared['TimeToLiveSpecification'],
): Promise<void> {
  const { TimeToLiveDescription: present } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  const { AttributeName } = TimeToLiveSpecification ?? {};
  if (!TimeToLiveSpecification?.Enabled || present?.AttributeName === AttributeName) return;
  await client.send(
    new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName, Enabled: true } }),
  );
}

/**
 * Tables with their indexes and expiry, paid by the request. Streams, local indexes and replicas elsewhere do not exist
 * here. A table whose keys or indexes changed in the template is refused, because its items would be lost.
 */
export const dynamoDbTable: ResourceType = {
  types: ['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'],
  async make({ properties, generatedName }, { clients, deployed }) {
    const declared = properties as Declared;
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = declared;
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
      table = await describe(client, TableName);
    } else if (shape(table) !== shape(declared)) {
      throw new Error(
        `the keys or indexes of ${TableName} changed in the template; delete the data folder to start afresh`,
      );
    }
    await setTimeToLive(client, TableName, declared.TimeToLiveSpecification);
    const arn = table?.TableArn ?? `arn:aws:dynamodb:${deployed.region}:${deployed.account}:table/${TableName}`;
    deployed.tables.push(TableName);
    deployed.arns.set(TableName, arn);
    return { ref: TableName, attributes: { Arn: arn, TableId: table?.TableId ?? '' } };
  },
};
