import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { clock } from '../clock';
import { documents } from './documents';
import { conditionOf, updateOf, type Change, type Condition, type Key } from './expressions';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

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

/**
 * Result of a transaction. If it was not written, no part of it was: `failed` says for each write whether its condition
 * failed. If none did, other transactions worked on the same items (`contention` is DynamoDB's error).
 */
export type Outcome = { written: true } | { written: false; failed: boolean[]; contention?: Error };

/**
 * Does all writes or none. Throws for any failure except a failed condition or another transaction on the same items.
 */
export async function tryTransaction(writes: readonly Write[]): Promise<Outcome> {
  try {
    await documents.send(new TransactWriteCommand({ TransactItems: [...writes] }));
    return { written: true };
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
    const failed = codes.map((code) => code === 'ConditionalCheckFailed');
    if (failed.includes(true)) return { written: false, failed };
    if (codes.includes('TransactionConflict')) return { written: false, failed, contention: error };
    throw error;
  }
}

/**
 * How often a transaction is tried while others work on the same items, and the pause before the second try in
 * milliseconds.
 */
const mostTries = 4;
const pause = 40;

/** Like {@link tryTransaction}; tries again while other transactions work on the same items. */
export async function transactPatiently(writes: readonly Write[]): Promise<Outcome> {
  for (let count = 1; ; count += 1) {
    const outcome = await tryTransaction(writes);
    if (outcome.written || !outcome.contention || count >= mostTries) return outcome;
    await clock.wait(count * pause * (0.5 + Math.random() / 2));
  }
}

/**
 * Does all writes or none; false if a condition did not hold. Throws for any other failure, lasting contention
 * included.
 */
export async function writeAll(writes: readonly Write[]): Promise<boolean> {
  const outcome = await transactPatiently(writes);
  if (!outcome.written && outcome.contention) throw outcome.contention;
  return outcome.written;
}
