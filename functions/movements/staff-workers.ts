import { readMovement, markRecorded, type MovementItem, type MovementKey } from './movements-table';
import { clock } from '#functions/platform/clock';
import { moveRequest, readRequest } from '#functions/devices/requests-table';
import { addRequestRecord, commentOnRecord, type StaffRecord } from '#functions/devices/add-request';
import { Misconfigured } from '#functions/platform/kintone/client';
import { defineWorker } from '#functions/platform/worker';
import { readTask } from '#functions/platform/tasks';
import { Unavailable } from '#functions/platform/unavailable';
import { logger } from '#functions/platform/logger';
import { addMovementTask, addRequestTask, commentTask, endWithdrawn } from './staff-tasks';
import { movementRecord, withdrawnRecord } from './staff-words';
import { endRequestOf } from './advance';

/** Adds a record to the staff's app until `until` (unix milliseconds). Says so at once if only people can help. */
async function add(record: StaffRecord, until: number): Promise<void> {
  try {
    await addRequestRecord(record, { until });
  } catch (error) {
    if (error instanceof Misconfigured)
      logger.error(
        'a record waits until people correct the setting named in the error; do not enter it by hand ' +
          '(docs/runbook.md, Records for the staff)',
        { deviceRequest: record.requestId, receiptNumber: record.receiptNumber, error },
      );
    throw error;
  }
}

async function required(named: MovementKey): Promise<MovementItem> {
  const movement = await readMovement(named);
  if (!movement) throw new Error(`The movement ${named.movementId} is not there`);
  return movement;
}

const addedOnce = 'A record is added once, by its own number, and what the staff wrote into it stays.';

export const staffWorkers = [
  defineWorker(
    addRequestTask,
    async (record, { until }) => {
      const request = await readRequest(record);
      await add(request?.state === 'cancelled' ? withdrawnRecord(record) : record, until);
      await moveRequest(record, 'delivered');
    },
    addedOnce,
  ),
  defineWorker(
    addMovementTask,
    async ({ shop, ...named }, { until }) => {
      await add(movementRecord(await required(named), shop), until);
      await markRecorded(named, clock.seconds());
    },
    addedOnce,
  ),
  defineWorker(
    commentTask,
    async ({ requestId, text, others = [] }, { until }) => {
      // Its record may not be there yet; without either, the staff deleted it.
      const waits = await Promise.all(
        [addRequestTask, addMovementTask].map(({ kind }) => readTask({ kind, id: requestId })),
      );
      if (waits.some(Boolean)) throw new Unavailable('records', new Error('The record is not added yet'));
      await commentOnRecord(requestId, text, { until });
      const [next, ...rest] = others;
      if (next) await commentTask.enqueue({ ...next, others: rest });
    },
    'A comment that stands there twice says the same.',
  ),
  defineWorker(
    endWithdrawn,
    async (named) => endRequestOf(await required(named), 'cancelled'),
    'A request that has ended does not end again.',
  ),
];
