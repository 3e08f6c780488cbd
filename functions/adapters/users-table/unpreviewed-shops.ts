import { unpreviewedKey } from './keys';
import { outboxOf } from './outbox';

/** The outbox of shops whose next charge may have changed. */
export interface UnpreviewedShop {
  userId: string;
  customerId: string;
  /** Unix milliseconds; a later change replaces it, so that many events at once cost one preview. */
  enqueuedAtMs: number;
}

export const {
  enqueue: enqueuePreview,
  list: listUnpreviewed,
  remove: removeUnpreviewed,
} = outboxOf<UnpreviewedShop>(unpreviewedKey, ({ customerId }) => customerId);
