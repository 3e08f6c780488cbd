import { randomUUID } from 'node:crypto';
import { BatchGetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { same, type Fact } from '../../../platform/facts';
import { api, guide, isNew, put, refusalOf, type TableSandbox } from './dynamodb-sandbox';

/** Transactions and the order of keys. */
export const writeFacts: readonly Fact<TableSandbox>[] = [
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
    // API_BatchGetItem does not say so.
    page: 'https://github.com/boto/boto3/issues/4131',
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
