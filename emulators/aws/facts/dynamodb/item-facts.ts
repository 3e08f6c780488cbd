import { ExecuteStatementCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { same, type Fact, readUntil } from '../../../platform/facts';
import { api, guide, index, invalid, put, refusalOf, type TableSandbox } from './dynamodb-sandbox';

const key = (sk: string) => ({ pk: 'a', sk });
const read = async ({ client, table }: TableSandbox, sk: string) =>
  (await client.send(new GetCommand({ TableName: table, Key: key(sk), ConsistentRead: true }))).Item;

/** Items, expressions, the index and expiry. */
export const itemFacts: readonly Fact<TableSandbox>[] = [
  {
    id: 'an-empty-text',
    says: 'An empty text is kept in an attribute, and refused in a key with ValidationException.',
    page: `${guide}/HowItWorks.NamingRulesDataTypes.html`,
    async check(sandbox) {
      await put(sandbox, '1', {}, { text: '' });
      same('the attribute', '', (await read(sandbox, '1'))?.['text']);
      same('the key', invalid, await refusalOf(put(sandbox, '')));
      same('the key of an index', invalid, await refusalOf(put(sandbox, '2', {}, { [index.attribute]: '' })));
      const update = new UpdateCommand({
        TableName: sandbox.table,
        Key: key('1'),
        UpdateExpression: 'SET #shelf = :none',
        ExpressionAttributeNames: { '#shelf': index.attribute },
        ExpressionAttributeValues: { ':none': '' },
      });
      same('the key of an index, updated', invalid, await refusalOf(sandbox.client.send(update)));
      same('the item after it', false, index.attribute in ((await read(sandbox, '1')) ?? {}));
    },
  },
  {
    id: 'items-of-some-partitions',
    says: 'A statement reads the items of at most 50 partitions of an index in pages, each item once.',
    page: `${guide}/ql-reference.select.html`,
    async check(sandbox) {
      const { client, table } = sandbox;
      const long = 'x'.repeat(300_000);
      for (const sk of ['1', '2', '3', '4', '5'])
        await put(sandbox, sk, {}, { [index.attribute]: `shelf ${Number(sk) % 3}`, long });
      const select = (Parameters: string[], NextToken?: string) =>
        client.send(
          new ExecuteStatementCommand({
            Statement:
              `SELECT * FROM "${table}"."${index.name}" ` +
              `WHERE "${index.attribute}" IN [${Parameters.map(() => '?').join(', ')}]`,
            Parameters: Parameters.map((S) => ({ S })),
            ...(NextToken !== undefined && { NextToken }),
          }),
        );
      const found = async (shelves: string[]): Promise<{ keys: string[]; pages: number }> => {
        const keys: string[] = [];
        let [token, pages]: [string | undefined, number] = [undefined, 0];
        do {
          const { Items = [], NextToken } = await select(shelves, token);
          keys.push(...Items.map(({ sk }) => sk?.S ?? ''));
          [token, pages] = [NextToken, pages + 1];
        } while (token !== undefined);
        return { keys: keys.toSorted(), pages };
      };
      // An index is read a moment late.
      const all = await readUntil(
        () => found(['shelf 0', 'shelf 1', 'shelf 2', 'no shelf']),
        ({ keys }) => keys.length === 5,
      );
      same('all', ['1', '2', '3', '4', '5'], all.keys);
      same('in more than one page', true, all.pages > 1);
      same('of one partition', ['2', '5'], (await found(['shelf 2'])).keys);
      const many = Array.from({ length: 51 }, (_one, at) => `shelf ${at}`);
      same('of 51', invalid, await refusalOf(select(many)));
    },
  },
  {
    id: 'a-reserved-word',
    says: 'A reserved word is refused in an expression, and taken under a name that begins with #.',
    page: `${guide}/ReservedWords.html`,
    async check({ client, table }) {
      const update = { TableName: table, Key: key('1'), ExpressionAttributeValues: { ':state': 'open' } };
      const plain = new UpdateCommand({ ...update, UpdateExpression: 'SET state = :state' });
      same('by itself', invalid, await refusalOf(client.send(plain)));
      const named = { UpdateExpression: 'SET #state = :state', ExpressionAttributeNames: { '#state': 'state' } };
      same('under a name', 'none', await refusalOf(client.send(new UpdateCommand({ ...update, ...named }))));
    },
  },
  {
    id: 'a-count-from-nothing',
    says: 'An update makes an item that is not there, and if_not_exists counts from the given beginning.',
    page: `${guide}/Expressions.UpdateExpressions.html`,
    async check(sandbox) {
      const { client, table } = sandbox;
      const count = new UpdateCommand({
        TableName: table,
        Key: key('1'),
        UpdateExpression: 'SET tries = if_not_exists(tries, :zero) + :one',
        ExpressionAttributeValues: { ':zero': 0, ':one': 1 },
      });
      await client.send(count);
      await client.send(count);
      same('the count', 2, (await read(sandbox, '1'))?.['tries']);
    },
  },
  {
    id: 'a-set-without-members',
    says: 'A set that loses its last member is gone; taking out what it does not have changes nothing.',
    page: `${guide}/Expressions.UpdateExpressions.html`,
    async check(sandbox) {
      const { client, table } = sandbox;
      await put(sandbox, '1', {}, { hashes: new Set(['one']) });
      const take = (member: string) =>
        client.send(
          new UpdateCommand({
            TableName: table,
            Key: key('1'),
            UpdateExpression: 'DELETE hashes :members',
            ExpressionAttributeValues: { ':members': new Set([member]) },
          }),
        );
      await take('other');
      same('one member', true, (await read(sandbox, '1'))?.['hashes'] !== undefined);
      await take('one');
      same('no member', false, 'hashes' in ((await read(sandbox, '1')) ?? {}));
    },
  },
  {
    id: 'a-deletion-of-nothing',
    says: 'Deleting an item that is not there succeeds.',
    page: `${api}/API_DeleteItem.html`,
    async check({ client, table }) {
      const request = new DeleteCommand({ TableName: table, Key: key('1') });
      same('the deletion', 'none', await refusalOf(client.send(request)));
    },
  },
  {
    id: 'an-index-is-not-consistent',
    says: 'A consistent read of a global index is refused; it has, some moments later, the items with its attribute.',
    page: `${guide}/GSI.html`,
    async check(sandbox) {
      const { client, table } = sandbox;
      await put(sandbox, '1', {}, { [index.attribute]: 'top' });
      await put(sandbox, '2');
      const query = {
        TableName: table,
        IndexName: index.name,
        KeyConditionExpression: '#shelf = :shelf',
        ExpressionAttributeNames: { '#shelf': index.attribute },
        ExpressionAttributeValues: { ':shelf': 'top' },
      };
      const consistent = new QueryCommand({ ...query, ConsistentRead: true });
      same('a consistent read', invalid, await refusalOf(client.send(consistent)));
      const found = async () => (await client.send(new QueryCommand(query))).Items?.map(({ sk }) => sk as string) ?? [];
      same('the items', ['1'], await readUntil(found, (keys) => keys.length > 0));
    },
  },
  {
    id: 'an-expired-item-is-still-read',
    says: 'An item whose time is past is read until DynamoDB deletes it, within days: readers compare the time.',
    page: `${guide}/ttl-expired-items.html`,
    async check(sandbox) {
      const { client, table } = sandbox;
      const TimeToLiveSpecification = { AttributeName: 'expiresAt', Enabled: true };
      await client.send(new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification }));
      const expiresAt = Math.floor(Date.now() / 1000) - 60;
      await put(sandbox, '1', {}, { expiresAt });
      same('the item', expiresAt, (await read(sandbox, '1'))?.['expiresAt']);
    },
  },
];
