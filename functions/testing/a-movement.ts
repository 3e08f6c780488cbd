import type { MovementItem } from '#functions/movements/movements-table';

/** A shipment of two devices for a raised quantity, ordered at `now` (unix seconds). */
export const aMovement = (now: number, changes: Partial<MovementItem> = {}): MovementItem => ({
  movementId: 'mv-1',
  receiptNumber: 'R-20270115-AAAAA',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  kind: 'ship',
  cause: 'raised',
  count: 2,
  serialNumbers: [],
  promisedBy: '2027-01-20',
  orderedAt: now,
  movedAt: now,
  state: 'ordered',
  ...changes,
});
