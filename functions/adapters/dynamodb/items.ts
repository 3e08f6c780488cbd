import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retryContention } from './contention';
import { documents } from './documents';
import { conditionOf, isNew, updateOf, type Change, type Condition, type Key } from './expressions';

/**
 * Reads and writes of one item. The code that owns the key decides `T`; only here does a DynamoDB item get its type.
 * Reads are strongly consistent by default.
 */
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

/** Puts an item and replaces any existing one. */
export async function putItem(TableName: string, key: Key, item: object): Promise<void> {
  await retryContention(() => documents.send(new PutCommand({ TableName, Item: { ...item, ...key } })));
}

/** Puts an item and returns the one that it replaces. */
export async function exchangeItem<T>(TableName: string, key: Key, item: object): Promise<T | undefined> {
  const { Attributes } = await retryContention(() =>
    documents.send(new PutCommand({ TableName, Item: { ...item, ...key }, ReturnValues: 'ALL_OLD' })),
  );
  return Attributes as T | undefined;
}

/** Puts a new item; throws if there is one already. */
export async function putItemOnce(TableName: string, key: Key, item: object): Promise<void> {
  await retryContention(() =>
    documents.send(new PutCommand({ TableName, Item: { ...item, ...key }, ...conditionOf(isNew) })),
  );
}

/** Puts an item if the condition holds; returns whether it did. */
export const putItemIf = async (TableName: string, key: Key, item: object, condition: Condition): Promise<boolean> =>
  (await ifHeld(() =>
    documents.send(new PutCommand({ TableName, Item: { ...item, ...key }, ...conditionOf(condition) })),
  )) !== undefined;

/** Like {@link putItemIf}, and returns whether another item was there. */
export async function replaceItemIf(
  TableName: string,
  key: Key,
  item: object,
  condition: Condition,
): Promise<'refused' | 'replaced' | 'new'> {
  const put = await ifHeld(() =>
    documents.send(
      new PutCommand({ TableName, Item: { ...item, ...key }, ...conditionOf(condition), ReturnValues: 'ALL_OLD' }),
    ),
  );
  if (!put) return 'refused';
  return put.Attributes ? 'replaced' : 'new';
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

/** Deletes an item and returns it; undefined if there was none. */
export async function deleteItem<T>(TableName: string, key: Key): Promise<T | undefined> {
  const { Attributes } = await retryContention(() =>
    documents.send(new DeleteCommand({ TableName, Key: key, ReturnValues: 'ALL_OLD' })),
  );
  return Attributes as T | undefined;
}

/** Deletes an item if the condition holds; returns whether it did. */
export const deleteItemIf = async (TableName: string, key: Key, condition: Condition): Promise<boolean> =>
  (await ifHeld(() => documents.send(new DeleteCommand({ TableName, Key: key, ...conditionOf(condition) })))) !==
  undefined;
