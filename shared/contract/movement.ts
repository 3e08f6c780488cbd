import * as z from 'zod/mini';
import { countsSchema, movementSchema, parcelSchema } from '../model/movement';
import { defineCall } from './call';
import { ofStore } from './parts';

/** Newest first, with the devices held and billed of each subscription; without a request of Stripe or Kintone. */
export const listMovements = defineCall('list-movements', 'GET /api/stores/{id}/movements', {
  summary: "What is shipped, collected and swapped of a shop's devices",
  ...ofStore,
  response: z.object({ movements: z.array(movementSchema), counts: z.array(countsSchema) }),
});

const ofMovement = {
  access: 'user',
  owns: [{ kind: 'movement', at: 'params.id' }],
  params: z.object({ id: z.string() }),
  response: z.object({ movement: movementSchema }),
  errors: ['MOVEMENT_NOT_CHANGEABLE'],
} as const;

/** The owner sent the devices back: with the box of the staff or by a parcel of their own. Safe to repeat. */
export const markSent = defineCall('mark-sent', 'POST /api/movements/{id}/sent', {
  ...ofMovement,
  summary: 'Name the parcel of devices that were sent back',
  changes: ['list-movements'],
  cost: { parcel: 1 },
  body: parcelSchema,
});

/** Only a return or exchange that the staff have not begun; the device is free again. Safe to repeat. */
export const withdrawMovement = defineCall('withdraw-movement', 'POST /api/movements/{id}/withdraw', {
  ...ofMovement,
  summary: 'Withdraw a return or exchange',
  changes: ['list-movements', 'list-devices', 'list-shop-devices'],
  cost: { request: 1 },
});
