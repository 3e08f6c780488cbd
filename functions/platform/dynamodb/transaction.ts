import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { documents, conditionOf, updateOf, type Change, type Condition, type Key } from './items';
import { cancellationOf, retryContention } from './contention';

/** What is left to do, once for all writes that have the same, after a transaction, such as sending its task. */
export const afterCommit = Symbol('after the commit');

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number] & {
  [afterCommit]?: (writes: readonly Write[]) => Promise<void>;
};

export const putWrite = (TableName: string, key: Key, item: object, condition: Condition = {}): Write => ({
  Put: { TableName, Item: { ...item, ...key }, ...conditionOf(condition) },
});
export const updateWrite = (TableName: string, key: Key, change: Change): Write => ({
  Update: { TableName, Key: key, ...updateOf(change) },
});
export const deleteWrite = (TableName: string, key: Key, condition: Condition = {}): Write => ({
  Delete: { TableName, Key: key, ...conditionOf(condition) },
});
/** Writes nothing; the transaction is done only if this condition holds for the item. */
export const checkWrite = (
  TableName: string,
  key: Key,
  condition: Required<Pick<Condition, 'if'>> & Condition,
): Write => ({
  ConditionCheck: { TableName, Key: key, ConditionExpression: condition.if, ...conditionOf(condition) },
});

/** Result of a transaction. Without one written, `failed` says for each write whether its condition failed. */
type Outcome = { written: true } | { written: false; failed: boolean[] };

/**
 * Does all writes or none: the one place that runs transactions. Sends the tasks among them once they are written.
 * While others work on the same items it tries again; if they go on, it throws an error that counts as an outage
 * ({@link isContention}). Throws for any other failure too, except a failed condition.
 */
export async function transact(writes: readonly Write[]): Promise<Outcome> {
  try {
    await retryContention(() => documents.send(new TransactWriteCommand({ TransactItems: [...writes] })));
  } catch (error) {
    const failed = cancellationOf(error)?.map((code) => code === 'ConditionalCheckFailed');
    if (failed?.includes(true)) return { written: false, failed };
    throw error;
  }
  const left = new Set(writes.flatMap((write) => write[afterCommit] ?? []));
  await Promise.all(Array.from(left, (one) => one(writes)));
  return { written: true };
}

/** Like {@link transact}; false if a condition did not hold. */
export const writeAll = async (writes: readonly Write[]): Promise<boolean> => (await transact(writes)).written;
