import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { onlyItem, throttleKey } from './keys';

/** Tries of one kind within a window. Times are unix seconds. */
export interface ThrottleItem {
  attempts: number;
  /** End of the window, or of the pause after it; also the item's TTL. */
  expiresAt: number;
  /** Nothing is tried until then. */
  lockedUntil?: number;
}

const keyOf = (what: string) => ({ pk: throttleKey(what), sk: onlyItem });

/** The item after a conditional update; undefined where the condition did not hold. */
async function update(
  what: string,
  change: Omit<UpdateCommandInput, 'TableName' | 'Key' | 'ReturnValues'>,
): Promise<ThrottleItem | undefined> {
  try {
    const { Attributes } = await documents.send(
      new UpdateCommand({ TableName: usersTable(), Key: keyOf(what), ...change, ReturnValues: 'ALL_NEW' }),
    );
    return Attributes as ThrottleItem;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** What is counted at the moment; undefined where nothing is, or only what has expired. */
export async function readThrottle(what: string, now: number): Promise<ThrottleItem | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: keyOf(what), ConsistentRead: true }),
  );
  const item = Item as ThrottleItem | undefined;
  return item && item.expiresAt > now ? item : undefined;
}

/**
 * Takes one try of a window, atomically: of any number at once no more than `limit` get one. The first begins the
 * window. Answers the item after it, with `taken` telling whether a try was left.
 */
export async function countAttempt(
  what: string,
  limit: number,
  windowSeconds: number,
  now: number,
): Promise<ThrottleItem & { taken: boolean }> {
  for (;;) {
    const counted = await update(what, {
      UpdateExpression:
        'SET attempts = if_not_exists(attempts, :zero) + :one, expiresAt = if_not_exists(expiresAt, :end)',
      ConditionExpression: 'attribute_not_exists(pk) OR (expiresAt > :now AND attempts < :limit)',
      ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':limit': limit, ':now': now, ':end': now + windowSeconds },
    });
    if (counted) return { ...counted, taken: true };
    const full = await readThrottle(what, now);
    if (full && full.attempts >= limit) return { ...full, taken: false };
    // DynamoDB removes what has expired some time later; until then the window is begun anew over it.
    const renewed = await update(what, {
      UpdateExpression: 'SET attempts = :one, expiresAt = :end REMOVE lockedUntil',
      ConditionExpression: 'expiresAt <= :now',
      ExpressionAttributeValues: { ':one': 1, ':now': now, ':end': now + windowSeconds },
    });
    if (renewed) return { ...renewed, taken: true };
  }
}

/** Gives one try back. */
export async function uncountAttempt(what: string): Promise<void> {
  await update(what, {
    UpdateExpression: 'SET attempts = attempts - :one',
    ConditionExpression: 'attempts > :zero',
    ExpressionAttributeValues: { ':one': 1, ':zero': 0 },
  });
}

/** Moves the end of the window, or locks it for a while; a lock once set is never shortened. */
export async function extendPause(what: string, until: { expiresAt?: number; lockedUntil?: number }): Promise<void> {
  const { expiresAt, lockedUntil } = until;
  if (expiresAt !== undefined) {
    await update(what, {
      UpdateExpression: 'SET expiresAt = :end',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':end': expiresAt },
    });
  }
  if (lockedUntil !== undefined) {
    await update(what, {
      UpdateExpression: 'SET lockedUntil = :until',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(lockedUntil) OR lockedUntil < :until)',
      ExpressionAttributeValues: { ':until': lockedUntil },
    });
  }
}

/** Forgets what was counted: the window ends now. */
export async function clearAttempts(what: string, now: number): Promise<void> {
  await update(what, {
    UpdateExpression: 'SET expiresAt = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now },
  });
}
