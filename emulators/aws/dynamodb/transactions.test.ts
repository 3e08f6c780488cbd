import {
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { StillClock } from '../../platform/index';
import { serveTestTable, type ServedTable } from './testing/serve-test-table';

const TableName = 'test';
const clock = new StillClock(Date.UTC(2026, 0, 1));
let emulator: ServedTable['emulator'];
let client: ServedTable['client'];
let end: ServedTable['end'];

beforeEach(async () => {
  ({ emulator, client, end } = await serveTestTable(clock));
});
afterEach(() => end());

const keyOf = (pk: string) => ({ pk, sk: '-' });
const put = (pk: string, rest: Record<string, unknown> = {}) =>
  client.send(new PutCommand({ TableName, Item: { ...keyOf(pk), ...rest } }));
const get = async (pk: string) => (await client.send(new GetCommand({ TableName, Key: keyOf(pk) }))).Item;
const transact = (TransactItems: TransactWriteCommandInput['TransactItems'], ClientRequestToken?: string) =>
  client.send(new TransactWriteCommand({ TransactItems, ...(ClientRequestToken && { ClientRequestToken }) }));

describe('TransactWriteItems', () => {
  it('all conditions hold: puts, updates and deletes are written with their indexes', async () => {
    await put('changed', { n: 1 });
    await put('gone', { serial: 'S-gone' });
    await put('checked', { state: 'open' });
    await transact([
      {
        Put: { TableName, Item: { ...keyOf('new'), serial: 'S-new' }, ConditionExpression: 'attribute_not_exists(pk)' },
      },
      {
        Update: {
          TableName,
          Key: keyOf('changed'),
          UpdateExpression: 'SET n = n + :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
      { Delete: { TableName, Key: keyOf('gone') } },
      {
        ConditionCheck: {
          TableName,
          Key: keyOf('checked'),
          ConditionExpression: '#s = :open',
          ExpressionAttributeNames: { '#s': 'state' },
          ExpressionAttributeValues: { ':open': 'open' },
        },
      },
    ]);
    expect([await get('changed'), await get('gone'), await get('checked')]).toEqual([
      { ...keyOf('changed'), n: 2 },
      undefined,
      { ...keyOf('checked'), state: 'open' },
    ]);
    const bySerial = async (serial: string) =>
      (
        await client.send(
          new QueryCommand({
            TableName,
            IndexName: 'bySerial',
            KeyConditionExpression: 'serial = :s',
            ExpressionAttributeValues: { ':s': serial },
          }),
        )
      ).Count;
    expect([await bySerial('S-new'), await bySerial('S-gone')]).toEqual([1, 0]);
  });

  it('one condition fails: nothing is written, and every reason comes with the item it asked for', async () => {
    await put('taken', { owner: 'x' });
    const attempt = transact([
      { Put: { TableName, Item: keyOf('first') } },
      {
        Put: {
          TableName,
          Item: keyOf('taken'),
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        Delete: {
          TableName,
          Key: keyOf('absent'),
          ConditionExpression: 'attribute_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      { ConditionCheck: { TableName, Key: { pk: 'taken', sk: 'other' }, ConditionExpression: 'attribute_exists(pk)' } },
    ]);
    await expect(attempt).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ' +
        'ConditionalCheckFailed, ConditionalCheckFailed, ConditionalCheckFailed]',
      CancellationReasons: [
        { Code: 'None' },
        {
          Code: 'ConditionalCheckFailed',
          Message: 'The conditional request failed',
          Item: { pk: { S: 'taken' }, sk: { S: '-' }, owner: { S: 'x' } },
        },
        { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
        { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
      ],
    });
    expect(await get('first')).toBeUndefined();
  });

  it('a wrong key or operand cancels the transaction, with the reason at its place', async () => {
    await put('text', { n: 'one' });
    await expect(
      transact([
        { Put: { TableName, Item: keyOf('first') } },
        {
          Update: {
            TableName,
            Key: keyOf('text'),
            UpdateExpression: 'SET n = n + :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
        { Delete: { TableName, Key: { pk: 'half' } } },
      ]),
    ).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ValidationError', Message: 'An operand in the update expression has an incorrect data type' },
        { Code: 'ValidationError', Message: 'The provided key element does not match the schema' },
      ],
    });
    expect(await get('first')).toBeUndefined();
  });

  it('no item, two operations in one, an unknown table: each is refused', async () => {
    const one = { Put: { TableName, Item: keyOf('a') } };
    await expect(transact([])).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('greater than or equal to 1'),
    });
    await expect(transact([{ ...one, Delete: { TableName, Key: keyOf('b') } }])).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await expect(transact([{ Put: { TableName: 'none', Item: keyOf('a') } }])).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    expect(await get('a')).toBeUndefined();
  });

  it('a request repeated with its token within ten minutes is done once', async () => {
    const add = [
      {
        Update: {
          TableName,
          Key: keyOf('sum'),
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
    ];
    await transact(add, 'token-1');
    await transact(add, 'token-1');
    expect(await get('sum')).toMatchObject({ n: 1 });
    await expect(transact([{ Put: { TableName, Item: keyOf('other') } }], 'token-1')).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
    clock.advance(10 * 60_000);
    await emulator.sweep();
    await transact(add, 'token-1');
    expect(await get('sum')).toMatchObject({ n: 2 });
  });

  it('a canceled request is tried again under its token', async () => {
    const guarded = [{ Put: { TableName, Item: keyOf('later'), ConditionExpression: 'attribute_not_exists(pk)' } }];
    await put('later');
    await expect(transact(guarded, 'token-2')).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    await client.send(new TransactWriteCommand({ TransactItems: [{ Delete: { TableName, Key: keyOf('later') } }] }));
    await transact(guarded, 'token-2');
    expect(await get('later')).toBeDefined();
  });

  it('of two parallel transactions with a condition on one item, one succeeds', async () => {
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((owner) =>
        transact([
          { Put: { TableName, Item: { ...keyOf('lock'), owner }, ConditionExpression: 'attribute_not_exists(pk)' } },
        ]),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
