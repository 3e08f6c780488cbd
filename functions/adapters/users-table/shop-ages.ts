import { reconciling } from '#shared/limits';
import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { documents } from '../dynamodb/documents';
import type { Key } from '../dynamodb/expressions';
import { usersTable } from './table';
import { sortKeys, userKey } from './keys';

/** Where a scan of the table continues. The named item may not exist any more. */
export type ScanPlace = Key;

/** A shop and when it was last read: unix milliseconds, 0 if never or if a change was not read back. */
export interface ShopAge {
  userId: string;
  customerId: string;
  readAtMs: number;
}

/** A part of all shops, the oldest reading first; `next` is where the next part begins, absent for the last part. */
interface ShopAges {
  shops: ShopAge[];
  next: ScanPlace | undefined;
}

const userOf = (pk: string): string => pk.slice(userKey('').length);

/**
 * The shops of all users in one part of the table, by keys and ages alone. If the snapshot of the last shop is on the
 * next page, the shop counts as one without a snapshot.
 */
export async function scanShopAges(start?: ScanPlace): Promise<ShopAges> {
  const shops = new Map<string, ShopAge>();
  const ages = new Map<string, number>();
  let next = start;
  let pages = 0;
  do {
    const page: ScanCommandOutput = await documents.send(
      new ScanCommand({
        TableName: usersTable(),
        FilterExpression: 'begins_with(pk, :user) AND (begins_with(sk, :shop) OR begins_with(sk, :snapshot))',
        ExpressionAttributeValues: {
          ':user': userKey(''),
          ':shop': sortKeys.shop(''),
          ':snapshot': sortKeys.snapshot(''),
        },
        ProjectionExpression: 'pk, sk, readAtMs, changedAtMs',
        ...(next && { ExclusiveStartKey: next }),
      }),
    );
    for (const item of page.Items ?? []) {
      const { pk, sk, readAtMs, changedAtMs } = item as {
        pk: string;
        sk: string;
        readAtMs?: number;
        changedAtMs?: number;
      };
      const customerId = sk.slice(sk.indexOf('#') + 1);
      if (sk.startsWith(sortKeys.shop('')))
        shops.set(`${pk} ${customerId}`, { userId: userOf(pk), customerId, readAtMs: 0 });
      else ages.set(`${pk} ${customerId}`, changedAtMs === undefined ? (readAtMs ?? 0) : 0);
    }
    next = page.LastEvaluatedKey as ScanPlace | undefined;
    pages += 1;
  } while (next && pages < reconciling.pagesInPart);
  return {
    shops: [...shops]
      .map(([key, shop]) => ({ ...shop, readAtMs: ages.get(key) ?? 0 }))
      .toSorted((left, right) => left.readAtMs - right.readAtMs),
    next,
  };
}
