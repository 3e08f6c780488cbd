import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { awsEndpoint } from '../aws-endpoint';
import { same, type Fact, type FactService } from '../fact';
import { restoreFacts } from './restore-facts';

/** A table of the facts' own, named `portal-facts-…`; nothing else is touched. */
interface TableSandbox {
  client: DynamoDBDocumentClient;
  table: string;
}

const guide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const api = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference';

interface Refusal {
  name: string;
  reasons?: (string | undefined)[];
}
const refusalOf = (request: Promise<unknown>): Promise<Refusal | 'none'> =>
  request.then(
    () => 'none' as const,
    (error: Error & { CancellationReasons?: { Code?: string }[] }) => ({
      name: error.name,
      ...(error.CancellationReasons && { reasons: error.CancellationReasons.map(({ Code }) => Code) }),
    }),
  );
const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
const put = ({ client, table }: TableSandbox, sk: string, more: object = {}) =>
  client.send(new PutCommand({ TableName: table, Item: { pk: 'a', sk }, ...more }));

const facts: readonly Fact<TableSandbox>[] = [
  {
    id: 'a-failed-condition-has-its-own-error',
    says: 'A write whose condition does not hold is refused with ConditionalCheckFailedException.',
    page: `${api}/API_PutItem.html`,
    async check(sandbox) {
      await put(sandbox, '1', isNew);
      same('the second put', { name: 'ConditionalCheckFailedException' }, await refusalOf(put(sandbox, '1', isNew)));
    },
  },
  {
    id: 'a-cancelled-transaction-names-each-reason',
    says: 'A cancelled transaction writes nothing, and says for each of its writes why, in their order.',
    page: `${api}/API_TransactWriteItems.html`,
    async check(sandbox) {
      const { client, table } = sandbox;
      await put(sandbox, '1');
      const writes = ['0', '1'].map((sk) => ({ Put: { TableName: table, Item: { pk: 'a', sk }, ...isNew } }));
      const refusal = await refusalOf(client.send(new TransactWriteCommand({ TransactItems: writes })));
      const ours = { name: 'TransactionCanceledException', reasons: ['None', 'ConditionalCheckFailed'] };
      same('the refusal', ours, refusal);
      const keys = { TableName: table, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'a' } };
      const { Count } = await client.send(new QueryCommand({ ...keys, ConsistentRead: true }));
      same('the items', 1, Count);
    },
  },
  {
    id: 'a-transaction-repeated-with-its-token-is-one',
    says: 'A transaction that is repeated with its token succeeds without being carried out again.',
    page: `${guide}/transaction-apis.html`,
    async check({ client, table }) {
      const request = {
        ClientRequestToken: randomUUID(),
        TransactItems: [{ Put: { TableName: table, Item: { pk: 'a', sk: '1' }, ...isNew } }],
      };
      await client.send(new TransactWriteCommand(request));
      same('the repetition', 'none', await refusalOf(client.send(new TransactWriteCommand(request))));
    },
  },
  {
    id: 'a-batch-refuses-the-same-key-twice',
    says: 'A batch of reads with the same key twice is refused with ValidationException.',
    page: `${api}/API_BatchGetItem.html`,
    async check({ client, table }) {
      const Keys = [1, 2].map(() => ({ pk: 'a', sk: '1' }));
      const refusal = await refusalOf(client.send(new BatchGetCommand({ RequestItems: { [table]: { Keys } } })));
      same('the refusal', { name: 'ValidationException' }, refusal);
    },
  },
  {
    id: 'a-space-sorts-behind-a-key-and-before-longer-ones',
    says: 'Sort keys are in the order of their bytes: "b " is behind "b" and before "b0".',
    page: `${guide}/HowItWorks.CoreComponents.html`,
    async check(sandbox) {
      const { client, table } = sandbox;
      for (const sk of ['b', 'b0', 'c']) await put(sandbox, sk);
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: { ':pk': 'a', ':from': 'b ', ':to': '\uffff' },
          Limit: 1,
        }),
      );
      same(
        'the first key',
        ['b0'],
        Items.map(({ sk }) => sk as string),
      );
    },
  },
];

/** What the product assumes about DynamoDB. */
export const dynamodbFacts: FactService<TableSandbox> = {
  name: 'dynamodb',
  facts: [...facts, ...restoreFacts],
  open: async (environment) => {
    const { target, settings } = awsEndpoint(environment, 'AWS_ENDPOINT_URL_DYNAMODB');
    const client = new DynamoDBClient(settings);
    const begin = async () => {
      const table = `portal-facts-${randomUUID()}`;
      await client.send(
        new CreateTableCommand({
          TableName: table,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
        }),
      );
      await waitUntilTableExists({ client, maxWaitTime: 120, minDelay: 1 }, { TableName: table });
      const close = async () => void (await client.send(new DeleteTableCommand({ TableName: table })));
      return { sandbox: { client: DynamoDBDocumentClient.from(client), table }, close };
    };
    return { target, begin, close: () => Promise.resolve(client.destroy()) };
  },
};
