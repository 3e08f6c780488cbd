import { deleteItemIf, putItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { unarchivedKey } from './keys';
import { usersTable } from './table';

/** The outbox of documents to archive: an invoice or credit note that was issued or changed its state. */
export interface UnarchivedDocument {
  /** Or the credit note's id. */
  invoiceId: string;
  userId: string;
  /** Unix milliseconds; a later event of the same invoice replaces it. */
  enqueuedAtMs: number;
}

const keyOf = (invoiceId: string) => ({ pk: unarchivedKey, sk: invoiceId });

export const enqueueDocument = (document: UnarchivedDocument): Promise<void> =>
  putItem(usersTable(), keyOf(document.invoiceId), document);

/** All entries, in the order of the invoices' ids. */
export const listUnarchived = (): Promise<UnarchivedDocument[]> =>
  queryRange<UnarchivedDocument>(usersTable(), { pk: unarchivedKey });

/** Removes an entry, unless a later event has replaced it. */
export async function removeUnarchived({ invoiceId, enqueuedAtMs }: UnarchivedDocument): Promise<void> {
  await deleteItemIf(usersTable(), keyOf(invoiceId), {
    if: 'enqueuedAtMs = :enqueuedAtMs',
    values: { enqueuedAtMs },
  });
}
