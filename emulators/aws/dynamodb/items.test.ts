import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { StillClock } from '../../platform/index';
import { serveTestTable, type ServedTable } from './testing/serve-test-table';

let client: ServedTable['client'];
let end: ServedTable['end'];

beforeEach(async () => {
  ({ client, end } = await serveTestTable(new StillClock(Date.UTC(2026, 0, 1))));
});

afterEach(() => end());

const put = (item: Record<string, unknown>) => client.send(new PutCommand({ TableName: 'test', Item: item }));
const get = async (pk: string, sk = '-') =>
  (await client.send(new GetCommand({ TableName: 'test', Key: { pk, sk }, ConsistentRead: true }))).Item;

describe('items', () => {
  it('an item that was put is read back, updated by expression, and gone once deleted', async () => {
    await put({ pk: 'a', sk: '-', name: '店舗', count: 1, list: ['x'] });
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName: 'test',
        Key: { pk: 'a', sk: '-' },
        UpdateExpression: 'SET #c = #c + :one, #l = list_append(#l, :more) REMOVE #n',
        ExpressionAttributeNames: { '#c': 'count', '#l': 'list', '#n': 'name' },
        ExpressionAttributeValues: { ':one': 1, ':more': ['y'] },
        ReturnValues: 'ALL_NEW',
      }),
    );
    expect(Attributes).toEqual({ pk: 'a', sk: '-', count: 2, list: ['x', 'y'] });
    await client.send(new DeleteCommand({ TableName: 'test', Key: { pk: 'a', sk: '-' } }));
    expect(await get('a')).toBeUndefined();
  });

  it('a query returns a partition or an index in order, page by page', async () => {
    for (const sk of ['3', '1', '2']) await put({ pk: 'p', sk, serial: `R-${sk}` });
    const page = await client.send(
      new QueryCommand({
        TableName: 'test',
        KeyConditionExpression: 'pk = :p AND sk > :s',
        ExpressionAttributeValues: { ':p': 'p', ':s': '1' },
        Limit: 1,
      }),
    );
    expect(page.Items?.map((item) => item['sk'])).toEqual(['2']);
    const next = await client.send(
      new QueryCommand({
        TableName: 'test',
        KeyConditionExpression: 'pk = :p AND sk > :s',
        ExpressionAttributeValues: { ':p': 'p', ':s': '1' },
        ExclusiveStartKey: page.LastEvaluatedKey,
      }),
    );
    expect(next.Items?.map((item) => item['sk'])).toEqual(['3']);
    const byIndex = await client.send(
      new QueryCommand({
        TableName: 'test',
        IndexName: 'bySerial',
        KeyConditionExpression: 'serial = :s',
        ExpressionAttributeValues: { ':s': 'R-2' },
      }),
    );
    expect(byIndex.Items).toEqual([{ pk: 'p', sk: '2', serial: 'R-2' }]);
  });

  it('a changed item moves in its index; a deleted one leaves it', async () => {
    await put({ pk: 'p', sk: '-', serial: 'old' });
    await put({ pk: 'p', sk: '-', serial: 'new' });
    const bySerial = async (serial: string) =>
      (
        await client.send(
          new QueryCommand({
            TableName: 'test',
            IndexName: 'bySerial',
            KeyConditionExpression: 'serial = :s',
            ExpressionAttributeValues: { ':s': serial },
          }),
        )
      ).Count;
    expect([await bySerial('old'), await bySerial('new')]).toEqual([0, 1]);
    await client.send(new DeleteCommand({ TableName: 'test', Key: { pk: 'p', sk: '-' } }));
    expect(await bySerial('new')).toBe(0);
  });

  it('of many parallel conditional puts one succeeds', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        client.send(
          new PutCommand({
            TableName: 'test',
            Item: { pk: 'race', sk: '-', n },
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        ),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('many parallel additions to one item are all counted', async () => {
    await Promise.all(
      Array.from({ length: 30 }, () =>
        client.send(
          new UpdateCommand({
            TableName: 'test',
            Key: { pk: 'sum', sk: '-' },
            UpdateExpression: 'ADD n :one',
            ExpressionAttributeValues: { ':one': 1 },
          }),
        ),
      ),
    );
    expect(await get('sum')).toMatchObject({ n: 30 });
  });

  it('a failed condition carries the item that failed it, if the request asks for it', async () => {
    await put({ pk: 'a', sk: '-', owner: 'x' });
    const condition = { TableName: 'test', ConditionExpression: 'attribute_not_exists(pk)' } as const;
    const asked = { ...condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
    const key = { pk: 'a', sk: '-' };
    const expected = {
      name: 'ConditionalCheckFailedException',
      message: 'The conditional request failed',
      Item: { pk: { S: 'a' }, sk: { S: '-' }, owner: { S: 'x' } },
    };
    await expect(client.send(new PutCommand({ ...asked, Item: key }))).rejects.toMatchObject(expected);
    await expect(client.send(new DeleteCommand({ ...asked, Key: key }))).rejects.toMatchObject(expected);
    await expect(
      client.send(
        new UpdateCommand({
          ...asked,
          Key: key,
          UpdateExpression: 'SET a = :a',
          ExpressionAttributeValues: { ':a': 1 },
        }),
      ),
    ).rejects.toMatchObject(expected);
    await expect(client.send(new PutCommand({ ...condition, Item: key }))).rejects.toMatchObject({
      name: expected.name,
      Item: undefined,
    });
  });

  it('a wrong key, an unused name or an unknown table is refused with the errors of the service', async () => {
    await expect(put({ pk: 'a' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('Missing the key sk'),
    });
    await expect(
      client.send(
        new GetCommand({ TableName: 'test', Key: { pk: 'a', sk: '-' }, ExpressionAttributeNames: { '#x': 'x' } }),
      ),
    ).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(client.send(new GetCommand({ TableName: 'none', Key: { pk: 'a' } }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});
