import * as z from 'zod/mini';
import { clock } from '#functions/platform/clock';
import type { MovementItem } from './movements-table';
import type { Write } from '#functions/platform/dynamodb/transaction';
import type { StaffRecord } from '#functions/devices/add-request';
import { defineTask } from '#functions/platform/tasks';
import { tellStaffLater } from '#functions/mails/notices-table';
import {
  movementMessage,
  requestMessage,
  requestRecord,
  type RequestForStaff,
  type MovementChange,
} from './staff-words';

/* A request or movement reaches the staff as a record in their app (staff-workers.ts) and as messages in order. */

export const addRequestTask = defineTask(
  'add-request-record',
  z.custom<StaffRecord>(
    (value) => z.looseObject({ requestId: z.string(), requestedAt: z.number() }).safeParse(value).success,
  ),
);

/** Adds the record of a movement, as it is by then. */
export const addMovementTask = defineTask(
  'add-movement-record',
  z.object({
    customerId: z.string(),
    movementId: z.string(),
    shop: z.object({ name: z.string(), address: z.string(), recipient: z.string(), phone: z.string() }),
  }),
);

const commentSchema = z.object({ requestId: z.string(), text: z.string() });

/** Adds a comment to the record of a movement, and then those of `others`. */
export const commentTask = defineTask(
  'comment-record',
  z.object({ ...commentSchema.shape, others: z.optional(z.array(commentSchema)) }),
  ({ requestId }) => requestId,
);

/** Frees the device of an exchange that an end has withdrawn. */
export const endWithdrawn = defineTask(
  'end-withdrawn-request',
  z.object({ customerId: z.string(), movementId: z.string() }),
);

export const staffWritesOfRequest = (request: RequestForStaff): Write[] => [
  addRequestTask.write(requestRecord(request), { id: request.requestId }),
  tellStaffLater.write(requestMessage(request)),
];

/** Seconds after which a new address is under the records: who corrects it again meanwhile makes one comment. */
const readdressedAfter = 10 * 60;

/**
 * The writes that tell the staff of a movement's change, by a message and in its record: an order adds it, a later
 * change is a comment under it, which lists of open records show. `movement` as it is after the change.
 */
export function staffWrites(movement: MovementItem, told: MovementChange): Write[] {
  const { customerId, movementId } = movement;
  const { change, shop, others = [] } = told;
  const message = movementMessage(movement, told);
  if (change === 'ordered')
    return [tellStaffLater.write(message), addMovementTask.write({ customerId, movementId, shop }, { id: movementId })];
  const commentOn = (one: MovementItem) => ({
    requestId: one.movementId,
    text: movementMessage(one, { ...told, others: [] }).text,
  });
  const comment = { ...commentOn(movement), others: others.map(commentOn) };
  if (change !== 'readdressed') return [tellStaffLater.write(message), commentTask.write(comment)];
  // A newer address takes the place of one that waits.
  const [id, notBefore] = [`readdressed-${customerId}`, clock.seconds() + readdressedAfter];
  return [tellStaffLater.write(message, { id }), commentTask.write(comment, { id, notBefore })];
}
