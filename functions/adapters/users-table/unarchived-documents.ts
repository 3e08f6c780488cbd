import { unarchivedKey } from './keys';
import { outboxOf } from './outbox';

/** The outbox of documents to archive: an invoice or credit note that was issued or changed its state. */
export interface UnarchivedDocument {
  /** Or the credit note's id. */
  invoiceId: string;
  userId: string;
  /** Unix milliseconds; a later event of the same invoice replaces it. */
  enqueuedAtMs: number;
}

export const {
  enqueue: enqueueDocument,
  list: listUnarchived,
  remove: removeUnarchived,
} = outboxOf<UnarchivedDocument>(unarchivedKey, ({ invoiceId }) => invoiceId);
