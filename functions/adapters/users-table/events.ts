import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { eventKey, onlyItem } from './keys';

/** Stripe delivers an event again for three days; seconds. */
const kept = 7 * 24 * 60 * 60;

/** Whether an event was dealt with before. */
export async function wasTaken(eventId: string): Promise<boolean> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: { pk: eventKey(eventId), sk: onlyItem }, ConsistentRead: true }),
  );
  return Item !== undefined;
}

/**
 * Records that an event was dealt with; only after that, so that one that failed is delivered again. `now` in unix
 * seconds.
 */
export async function recordEvent(eventId: string, type: string, now: number): Promise<void> {
  await documents.send(
    new PutCommand({
      TableName: usersTable(),
      Item: { pk: eventKey(eventId), sk: onlyItem, type, takenAt: now, expiresAt: now + kept },
    }),
  );
}
