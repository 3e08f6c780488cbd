import * as z from 'zod/mini';
import { clock } from '#functions/platform/clock';
import { movementWrite, type MovementItem } from './movements-table';
import type { Write } from '#functions/platform/dynamodb/transaction';
import type { StaffRecord } from '#functions/devices/add-request';
import { defineTask } from '#functions/platform/tasks';
import { tellStaffLater } from '#functions/mails/notices-table';
import { movementMessage, requestMessage, requestRecord, type AskedRequest, type MovementNews } from './staff-words';

/*
 * A device request or movement reaches the staff in two ways that do not wait for each other: a record in their app,
 * and messages in the order of its changes. staff-workers.ts adds it.
 */

/** Adds the record of a device request. */
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

/** Adds a comment to the record of a movement, and then to those of `others`. */
export const commentTask = defineTask(
  'comment-record',
  z.object({ requestId: z.string(), text: z.string(), others: z.optional(z.array(z.string())) }),
  ({ requestId }) => requestId,
);

/** Frees the device of an exchange that an end has withdrawn. */
export const endWithdrawn = defineTask(
  'end-withdrawn-request',
  z.object({ customerId: z.string(), movementId: z.string() }),
);

/** The writes that tell the staff of an accepted device request. */
export const requestTasks = (request: AskedRequest): Write[] => [
  addRequestTask.write(requestRecord(request), { id: request.requestId }),
  tellStaffLater.write(requestMessage(request)),
];

/**
 * The writes that tell the staff of a movement's change, by a message and under its record: lists of open records in
 * their app show it. `movement` as it is after that.
 */
export const newsWrites = (movement: MovementItem, news: MovementNews): Write[] => {
  const message = movementMessage(movement, news);
  return [tellStaffLater.write(message), commentTask.write({ requestId: movement.movementId, text: message.text })];
};

/** The writes that order a movement: the movement, its record and the message to the staff. */
export const orderWrites = (movement: MovementItem, shop: MovementNews['shop']): Write[] => {
  const { customerId, movementId } = movement;
  return [
    movementWrite(movement),
    addMovementTask.write({ customerId, movementId, shop }, { id: movementId }),
    tellStaffLater.write(movementMessage(movement, { change: 'ordered', shop })),
  ];
};

/** Seconds after which a new address is under the records: who corrects it again meanwhile makes one comment. */
const readdressedAfter = 10 * 60;

/**
 * The writes that tell the staff the new address of movements that have not begun, by a message and under their
 * records, which have the former one; none if there are none. A newer address takes the place of one that waits.
 */
export function readdressedWrites(movements: readonly MovementItem[], shop: MovementNews['shop']): Write[] {
  const [first, ...others] = movements;
  const receipts = movements.map(({ receiptNumber }) => receiptNumber);
  if (!first) return [];
  const message = movementMessage(first, { change: 'readdressed', shop, receipts });
  const id = `readdressed-${first.customerId}`;
  const comment = {
    requestId: first.movementId,
    others: others.map(({ movementId }) => movementId),
    text: message.text,
  };
  const notBefore = clock.seconds() + readdressedAfter;
  return [tellStaffLater.write(message, { id }), commentTask.write(comment, { id, notBefore })];
}
