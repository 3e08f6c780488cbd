import { DynamoDBClient, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retryContention } from './contention';

/** One client for each container. A request without a response fails within the gateway's time limit. */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  }),
  {
    marshallOptions: { removeUndefinedValues: true },
  },
);

/** Key of an item; all tables have the same two attributes. */
export interface Key {
  pk: string;
  sk: string;
}

/** A write's condition in DynamoDB's language. `{ now }` is `:now`; `#name` is an attribute with a reserved name. */
export interface Condition {
  if?: string;
  values?: Readonly<Record<string, unknown>>;
}

/** An update. `set` has fields with their values; undefined ones are left out. */
export interface Change extends Condition {
  set?: object;
  /** Further assignments: `tries = tries + :one`. */
  assign?: readonly string[];
  remove?: readonly string[];
}

export const isNew = { if: 'attribute_not_exists(pk)' } as const satisfies Condition;
export const exists = { if: 'attribute_exists(pk)' } as const satisfies Condition;

const namesIn = (expressions: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    [...expressions.join(' ').matchAll(/#(\w+)/g)].map(([placeholder, name = '']) => [placeholder, name]),
  );

/** Names and values of expressions in DynamoDB's form; DynamoDB refuses empty ones. */
const namesAndValues = (
  expressions: readonly string[],
  values: Readonly<Record<string, unknown>> = {},
): { ExpressionAttributeNames?: Record<string, string>; ExpressionAttributeValues?: Record<string, unknown> } => {
  const names = namesIn(expressions);
  const entries = Object.entries(values).map(([name, value]) => [`:${name}`, value] as const);
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(entries.length > 0 && { ExpressionAttributeValues: Object.fromEntries(entries) }),
  };
};

export const conditionOf = ({ if: expression, values }: Condition) =>
  expression === undefined ? {} : { ConditionExpression: expression, ...namesAndValues([expression], values) };

export function updateOf({ set = {}, assign = [], remove = [], if: condition, values }: Change) {
  const fields = Object.entries(set).filter(([, value]) => value !== undefined);
  const assignments = [...fields.map(([name]) => `#${name} = :set_${name}`), ...assign];
  const update = [
    ...(assignments.length > 0 ? [`SET ${assignments.join(', ')}`] : []),
    ...(remove.length > 0 ? [`REMOVE ${remove.map((name) => `#${name}`).join(', ')}`] : []),
  ].join(' ');
  return {
    UpdateExpression: update,
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...namesAndValues([update, condition ?? ''], {
      ...values,
      ...Object.fromEntries(fields.map(([name, value]) => [`set_${name}`, value])),
    }),
  };
}

/** Reads and writes of one item, which gets its type from the key's owner. Strongly consistent by default. */
export async function getItem<T>(
  TableName: string,
  key: Key,
  { consistent = true }: { consistent?: boolean } = {},
): Promise<T | undefined> {
  const { Item } = await documents.send(new GetCommand({ TableName, Key: key, ConsistentRead: consistent }));
  return Item as T | undefined;
}

/** The result of a conditional write; undefined if its condition did not hold. Other errors are thrown. */
async function ifHeld<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await retryContention(write);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

const put = (TableName: string, key: Key, item: object, condition: Condition = {}, ReturnValues?: 'ALL_OLD') =>
  documents.send(
    new PutCommand({
      TableName,
      Item: { ...item, ...key },
      ...conditionOf(condition),
      ...(ReturnValues && { ReturnValues }),
    }),
  );

export async function putItem(TableName: string, key: Key, item: object): Promise<void> {
  await retryContention(() => put(TableName, key, item));
}

/** Puts an item if the condition holds; returns whether it did. */
export const putItemIf = async (TableName: string, key: Key, item: object, condition: Condition): Promise<boolean> =>
  (await ifHeld(() => put(TableName, key, item, condition))) !== undefined;

/** Like {@link putItemIf}, and returns whether another item was there. */
export async function replaceItemIf(
  TableName: string,
  key: Key,
  item: object,
  condition: Condition,
): Promise<'refused' | 'replaced' | 'new'> {
  const done = await ifHeld(() => put(TableName, key, item, condition, 'ALL_OLD'));
  if (!done) return 'refused';
  return done.Attributes ? 'replaced' : 'new';
}

/** Updates an item; throws if the condition does not hold. */
export async function updateItem(TableName: string, key: Key, change: Change): Promise<void> {
  await retryContention(() => documents.send(new UpdateCommand({ TableName, Key: key, ...updateOf(change) })));
}

/** Updates an item and returns the updated one; undefined if the condition did not hold. */
export async function updateItemIf<T>(TableName: string, key: Key, change: Change): Promise<T | undefined> {
  const updated = await ifHeld(() =>
    documents.send(new UpdateCommand({ TableName, Key: key, ...updateOf(change), ReturnValues: 'ALL_NEW' })),
  );
  return updated?.Attributes as T | undefined;
}

/**
 * Deletes an item and returns it; undefined if there was none. `onDoubt`: there is none now, but a former request
 * whose response was lost may have deleted it.
 */
export async function deleteItem<T>(TableName: string, key: Key, onDoubt?: () => void): Promise<T | undefined> {
  const { Attributes, $metadata } = await retryContention(() =>
    documents.send(new DeleteCommand({ TableName, Key: key, ReturnValues: 'ALL_OLD' })),
  );
  if (!Attributes && ($metadata.attempts ?? 1) > 1) onDoubt?.();
  return Attributes as T | undefined;
}

/** Deletes an item if the condition holds; returns whether it did. */
export const deleteItemIf = async (TableName: string, key: Key, condition: Condition): Promise<boolean> =>
  (await ifHeld(() => documents.send(new DeleteCommand({ TableName, Key: key, ...conditionOf(condition) })))) !==
  undefined;
