import type { NextInvoice } from '#shared/model/document';
import { getItems } from '../dynamodb/batch';
import { getItem, putItem } from '../dynamodb/items';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** The next invoice of a shop as Stripe previewed it. */
export interface NextInvoiceItem {
  customerId: string;
  /** What of the shop's snapshot the preview rests on, as a text that is compared (next-invoice.ts). */
  basis: string;
  /** Unix milliseconds. */
  previewedAtMs: number;
  next: NextInvoice;
}

const keyOf = (userId: string, customerId: string) => ({ pk: userKey(userId), sk: sortKeys.nextInvoice(customerId) });

export const readNextInvoice = (userId: string, customerId: string): Promise<NextInvoiceItem | undefined> =>
  getItem(usersTable(), keyOf(userId, customerId), { consistent: false });

export const readNextInvoices = (userId: string, customerIds: readonly string[]): Promise<NextInvoiceItem[]> =>
  getItems(
    usersTable(),
    customerIds.map((customerId) => keyOf(userId, customerId)),
    { consistent: false },
  );

export const keepNextInvoice = (userId: string, item: NextInvoiceItem): Promise<void> =>
  putItem(usersTable(), keyOf(userId, item.customerId), item);
