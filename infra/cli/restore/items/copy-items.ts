import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Comparison, Restore } from './compare-items';
import type { Item } from './item';

/** The condition that the texts, numbers and flags of an item are still what they were when it was compared. */
function unchanged(item: Item): Partial<PutCommandInput> {
  const entries = Object.entries(item).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return {
    ConditionExpression: entries.map((_entry, index) => `#a${index} = :a${index}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#a${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], index) => [`:a${index}`, value])),
  };
}

/**
 * Copies the missing items back, and with `overwrite` the changed ones too, unless the portal wrote them since the
 * comparison. Returns how many items were written; safe to repeat.
 */
export async function copyItems(
  { client, into }: Restore,
  { missing, changed }: Comparison,
  overwrite: boolean,
): Promise<number> {
  let written = 0;
  const write = async (Item: Item, condition: Partial<PutCommandInput>): Promise<void> => {
    try {
      await client.send(new PutCommand({ TableName: into, Item, ...condition }));
      written += 1;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  };
  for (const item of missing) await write(item, { ConditionExpression: 'attribute_not_exists(pk)' });
  if (overwrite) for (const { now, before } of changed) await write(before, unchanged(now));
  return written;
}
