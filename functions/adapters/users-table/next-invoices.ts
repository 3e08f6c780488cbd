import type { NextInvoice } from '#shared/model/document';
import { getItem, putItem } from '../dynamodb/items';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** The next invoice of a shop, for one reading of the shop. */
export interface NextInvoiceItem {
  /** The snapshot that it belongs to, by when its reading began (unix milliseconds). */
  readAtMs: number;
  next: NextInvoice;
}

const keyOf = (userId: string, customerId: string) => ({ pk: userKey(userId), sk: sortKeys.nextInvoice(customerId) });

export const readNextInvoice = (userId: string, customerId: string): Promise<NextInvoiceItem | undefined> =>
  getItem(usersTable(), keyOf(userId, customerId), { consistent: false });

export const keepNextInvoice = (userId: string, customerId: string, item: NextInvoiceItem): Promise<void> =>
  putItem(usersTable(), keyOf(userId, customerId), item);
