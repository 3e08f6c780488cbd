import { checkInput, type Input } from './check-input';
import type { Context } from './context';
import { validationError } from './errors';
import { operations } from './operations';
import { existing } from './table-settings';

/** The one statement of PartiQL that is supported: the items of some partitions of a table or an index. */
const supported = /^SELECT \* FROM "([^"]+)"(?:\."([^"]+)")? WHERE "([^"]+)" IN \[(\?(?:, \?)*)\]$/;

/** The table and the index that a statement reads. */
export function readBy(statement: unknown): { table: string; index: string | undefined } | undefined {
  const [, table, index] = supported.exec(String(statement)) ?? [];
  return table === undefined ? undefined : { table, index };
}

/** Partitions that one IN may name (DynamoDB developer guide, PartiQL's operators, IN). */
const mostPartitions = 50;
/** A response ends after the partition with which it reaches this size. */
const pageBytes = 1_000_000;

const known = new Set(['Statement', 'Parameters', 'NextToken', 'ReturnConsumedCapacity']);

interface Page {
  Items: object[];
  LastEvaluatedKey?: object;
  ConsumedCapacity?: { CapacityUnits: number };
}

/** Where the next response begins. */
interface Place {
  at: number;
  key?: object | undefined;
}

const placeOf = (token: unknown): Place =>
  typeof token === 'string' ? (JSON.parse(Buffer.from(token, 'base64').toString()) as Place) : { at: 0 };

/** ExecuteStatement; its pages are dynalite's queries of the named partitions, one after the other. */
export async function executeStatement({ database }: Context, input: Input): Promise<Input> {
  const unknown = Object.keys(input).find((member) => input[member] != null && !known.has(member));
  if (unknown !== undefined) throw validationError(`ExecuteStatement.${unknown} is not supported by this emulator`);
  const [, table = '', index, attribute = '', marks] = supported.exec(String(input['Statement'])) ?? [];
  if (marks === undefined) throw validationError(`This emulator supports one statement only: ${supported.source}`);
  const values = (input['Parameters'] ?? []) as object[];
  if (values.length !== marks.split(', ').length)
    throw validationError('Number of parameters in request and statement don’t match.');
  if (values.length > mostPartitions)
    throw validationError(`IN takes ${mostPartitions} values of a partition key at most`);
  const { KeySchema, GlobalSecondaryIndexes = [] } = await existing(database, table);
  const keys =
    index === undefined ? KeySchema : GlobalSecondaryIndexes.find((one) => one.IndexName === index)?.KeySchema;
  if (keys?.[0]?.AttributeName !== attribute)
    throw validationError(`${attribute} is not the partition key, and this emulator scans no table for a statement`);

  const query = (value: object, key: object | undefined): Promise<Page> =>
    new Promise((resolve, reject) => {
      const asked = {
        TableName: table,
        ...(index !== undefined && { IndexName: index }),
        KeyConditionExpression: '#partition = :value',
        ExpressionAttributeNames: { '#partition': attribute },
        ExpressionAttributeValues: { ':value': value },
        ...(key && { ExclusiveStartKey: key }),
        ...(input['ReturnConsumedCapacity'] != null && { ReturnConsumedCapacity: input['ReturnConsumedCapacity'] }),
      };
      const checked = checkInput('Query', asked, database.store);
      operations.Query.action(database.store, checked, (error, page) =>
        error ? reject(error) : resolve(page as Page),
      );
    });
  let place: Place | undefined = placeOf(input['NextToken']);
  const [items, units]: [object[], number[]] = [[], []];
  for (let bytes = 0; place !== undefined && bytes < pageBytes;) {
    const { at, key }: Place = place;
    const value = values[at];
    if (value === undefined) throw validationError('The provided NextToken is not valid');
    const { Items, LastEvaluatedKey, ConsumedCapacity } = await query(value, key);
    items.push(...Items);
    units.push(ConsumedCapacity?.CapacityUnits ?? 0);
    bytes += JSON.stringify(Items).length;
    if (LastEvaluatedKey) place = { at, key: LastEvaluatedKey };
    else place = at + 1 < values.length ? { at: at + 1 } : undefined;
  }
  return {
    Items: items,
    ...(place && { NextToken: Buffer.from(JSON.stringify(place)).toString('base64') }),
    ...(input['ReturnConsumedCapacity'] != null && {
      ConsumedCapacity: { TableName: table, CapacityUnits: units.reduce((one, other) => one + other, 0) },
    }),
  };
}
