import { BatchGetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { same, type Fact } from '../../../platform/facts';
import { api, guide, invalid, put, refusalOf, type TableSandbox } from './dynamodb-sandbox';

const keys = (count: number) => Array.from({ length: count }, (_, sk) => ({ pk: 'a', sk: String(sk) }));

/** How much one request may be (decisions/stripe and decisions/platform). */
export const limitFacts: readonly Fact<TableSandbox>[] = [
  {
    id: 'a-transaction-of-100',
    says: 'A transaction has at most 100 writes, of different items; others are refused with ValidationException.',
    page: `${api}/API_TransactWriteItems.html`,
    async check({ client, table }) {
      const write = (items: object[]) => {
        const TransactItems = items.map((Item) => ({ Put: { TableName: table, Item: { ...Item } } }));
        return refusalOf(client.send(new TransactWriteCommand({ TransactItems })));
      };
      same('100 writes', 'none', await write(keys(100)));
      same('101 writes', invalid, await write(keys(101)));
      same('an item twice', invalid, await write([...keys(1), ...keys(1)]));
    },
  },
  {
    id: 'a-batch-of-100',
    says: 'A batch reads at most 100 items; one more is refused with ValidationException.',
    page: `${api}/API_BatchGetItem.html`,
    async check({ client, table }) {
      const read = (count: number) =>
        refusalOf(client.send(new BatchGetCommand({ RequestItems: { [table]: { Keys: keys(count) } } })));
      same('reads', ['none', invalid], [await read(100), await read(101)]);
    },
  },
  {
    id: 'what-a-batch-does-not-find',
    says: 'A batch of reads leaves keys without an item out of its response, and does not call them unprocessed.',
    page: `${api}/API_BatchGetItem.html`,
    async check(sandbox) {
      const { client, table } = sandbox;
      await put(sandbox, '1');
      const request = new BatchGetCommand({ RequestItems: { [table]: { Keys: keys(2), ConsistentRead: true } } });
      const { Responses = {}, UnprocessedKeys } = await client.send(request);
      same('the items', 1, Responses[table]?.length);
      same('the unprocessed keys', {}, UnprocessedKeys);
    },
  },
  {
    id: 'an-item-of-400-kb',
    says: 'An item has at most 400 kB with the names of its attributes; a larger one is refused.',
    page: `${guide}/ServiceQuotas.html`,
    async check(sandbox) {
      // pk, a, sk, 1 and text: 10 bytes beside the value.
      const most = 400 * 1024 - 10;
      same('400 kB', 'none', await refusalOf(put(sandbox, '1', {}, { text: 'x'.repeat(most) })));
      same('a byte more', invalid, await refusalOf(put(sandbox, '1', {}, { text: 'x'.repeat(most + 1) })));
    },
  },
  {
    id: 'a-page-of-1-mb',
    says: 'A page of a query ends at 1 MB, and names the key after which the next one begins.',
    page: `${guide}/Query.Pagination.html`,
    async check(sandbox) {
      const { client, table } = sandbox;
      for (const sk of ['1', '2', '3', '4']) await put(sandbox, sk, {}, { text: 'x'.repeat(390_000) });
      const query = { TableName: table, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'a' } };
      const { Items: first = [], LastEvaluatedKey } = await client.send(new QueryCommand(query));
      same('a part', true, first.length > 0 && first.length < 4);
      const { Items: rest = [] } = await client.send(
        new QueryCommand({ ...query, ExclusiveStartKey: LastEvaluatedKey }),
      );
      same(
        'both pages',
        ['1', '2', '3', '4'],
        [...first, ...rest].map(({ sk }) => sk as string),
      );
    },
  },
];
