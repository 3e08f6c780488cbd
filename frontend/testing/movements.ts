import type { Movement } from '#shared/model/movement';

/** A return of one device that the staff have not begun. */
export const aMovement = (changes: Partial<Movement> = {}): Movement => ({
  id: 'mv-1',
  receiptNumber: 'R-20261121-AAAAA',
  kind: 'collect',
  cause: 'return',
  subscription: 'sub_1',
  count: 1,
  back: [],
  serialNumbers: ['RVZ-1'],
  promisedBy: '2026-11-25',
  orderedAt: '2026-11-21T00:00:00.000Z',
  state: 'ordered',
  parcel: null,
  arrivedAt: null,
  withdrawable: true,
  lowers: null,
  ...changes,
});
