import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  DynamoDBClient,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { ResourceType } from '../deployed/resource-type';
import { undefinedIfMissing } from './undefined-if-missing';

type Declared = Pick<
  CreateTableCommandInput,
  'AttributeDefinitions' | 'KeySchema' | 'GlobalSecondaryIndexes' | 'LocalSecondaryIndexes' | 'ProvisionedThroughput'
> & {
  TableName?: string;
  BillingMode?: CreateTableCommandInput['BillingMode'];
  TimeToLiveSpecification?: { AttributeName?: string; Enabled: boolean };
};

/** The common properties of declared and described tables. */
interface Shaped {
  KeySchema?: TableDescription['KeySchema'];
  GlobalSecondaryIndexes?: Index[] | undefined;
  LocalSecondaryIndexes?: Index[] | undefined;
}
type Index = { IndexName?: string | undefined; KeySchema?: TableDescription['KeySchema'] };

const describe = async (client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> =>
  client.send(new DescribeTableCommand({ TableName })).then(({ Table }) => Table, undefinedIfMissing);

/** Keys and indexes in a form that can be compared: a table cannot change them without being created again. */
function shape(table: Shaped): string {
  const keys = (schema: TableDescription['KeySchema']) =>
    schema?.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`);
  const indexes = (list: Index[] | undefined) =>
    (list ?? [])
      .map(({ IndexName, KeySchema }) => [IndexName, keys(KeySchema)] as const)
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return JSON.stringify([
    keys(table.KeySchema),
    indexes(table.GlobalSecondaryIndexes),
    indexes(table.LocalSecondaryIndexes),
  ]);
}

async function setTimeToLive(
  client: DynamoDBClient,
  TableName: string,
  wanted: Declared['TimeToLiveSpecification'],
): Promise<void> {
  const { TimeToLiveDescription: present } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  const enabled = present?.TimeToLiveStatus === 'ENABLED' || present?.TimeToLiveStatus === 'ENABLING';
  const switched = wanted?.Enabled === true;
  if (enabled === switched && (!switched || present?.AttributeName === wanted.AttributeName)) return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { Enabled: switched, AttributeName: wanted?.AttributeName ?? present?.AttributeName },
    }),
  );
}

/**
 * Tables with their indexes and expiry. Streams and replicas in other regions do not exist here. A table whose keys or
 * indexes changed in the template is refused, because its items would be lost.
 */
export const dynamoDbTable: ResourceType = {
  types: ['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'],
  async make({ properties, generatedName }, { clients, deployed }) {
    const declared = properties as Declared;
    const {
      AttributeDefinitions,
      KeySchema,
      GlobalSecondaryIndexes,
      LocalSecondaryIndexes,
      BillingMode,
      ProvisionedThroughput,
    } = declared;
    const TableName = declared.TableName ?? generatedName;
    const client = clients.of('dynamodb', DynamoDBClient);
    let table = await describe(client, TableName);
    if (!table) {
      const onDemand = BillingMode === 'PAY_PER_REQUEST' || ProvisionedThroughput === undefined;
      await client.send(
        new CreateTableCommand({
          TableName,
          AttributeDefinitions,
          KeySchema,
          BillingMode: onDemand ? 'PAY_PER_REQUEST' : 'PROVISIONED',
          ...(!onDemand && { ProvisionedThroughput }),
          ...(GlobalSecondaryIndexes && {
            GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys, Projection }) => ({
              IndexName,
              KeySchema: keys,
              Projection,
            })),
          }),
          ...(LocalSecondaryIndexes && { LocalSecondaryIndexes }),
        }),
      );
      await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 2 }, { TableName });
      table = await describe(client, TableName);
    } else if (shape(table) !== shape({ KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes })) {
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
