import { movementWrite, type MovementItem } from '#functions/movements/movements-table';
import { staffWrites } from '#functions/movements/staff-tasks';
import { writeAll } from '#functions/platform/dynamodb/transaction';

/** A shipment of two devices for a raised quantity, ordered at `now` (unix seconds). */
export const aMovement = (now: number, changes: Partial<MovementItem> = {}): MovementItem => ({
  movementId: `mv-${changes.customerId ?? 'cus_1'}-1`,
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
  version: 0,
  state: 'ordered',
  ...changes,
});

/** Orders such a movement, as a booking does. */
export async function orderMovement(now: number, changes: Partial<MovementItem> = {}): Promise<void> {
  const movement = aMovement(now, changes);
  const shop = { name: '一号店', address: '東京都', recipient: '', phone: '' };
  await writeAll([movementWrite(movement), ...staffWrites(movement, { change: 'ordered', shop })]);
}
