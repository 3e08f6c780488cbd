import { isMoving, rulesOf } from '#shared/model/device-request';
import { promisedBy } from '#shared/model/movement';
import { clock } from '../../adapters/clock';
import {
  removeDelivery,
  releaseDelivery,
  recordStep,
  stepsLeft,
  type DeliveryItem,
  type DeliveryStep,
} from '../../adapters/devices-table/deliveries';
import { moveRequest, settleRequest, type RequestItem } from '../../adapters/devices-table/requests';
import { addRequestRecord, type StaffRecord } from '../../adapters/records/add-request';
import { Misconfigured } from '../../adapters/records/failure';
import { tellStaffOnce } from '../../adapters/sns/tell-staff';
import { isUnavailable } from '../../adapters/is-unavailable';
import { logger } from '../../runtime/logger';
import { requestDeadline } from './deadline';
import { statesBefore } from '../movements/request-states';
import type { OutageGuard } from './outage-guard';
import { planNextTry, type Failure } from './plan-next-try';
import { staffMessage } from './staff-message';

/**
 * How long number, kind and state of a request are kept after the staff have it, in seconds. Owners may ask about it
 * for about that long.
 */
const keptFor = 400 * 24 * 60 * 60;

export interface DeliveryOptions {
  /** Unix milliseconds; before the claim ends, so that no other run sends the same. */
  until: number;
  guard?: OutageGuard;
}

/** The work of a delivery: how each step is done until a time (unix milliseconds), and what follows the last one. */
interface DeliveryWork extends Record<DeliveryStep, (until: number) => Promise<void>> {
  /** Names it in the log. */
  receiptNumber: string;
  finish: () => Promise<void>;
}

/** SNS refuses the message itself; its other refusals are about the topic, its key or our right to use them. */
const isContent = (error: unknown): boolean => error instanceof Error && error.name.startsWith('InvalidParameter');

/** An outage, or a response that did not come in time, is passing. */
function kindOf(step: DeliveryStep, error: unknown): Failure {
  if (error instanceof Misconfigured) return 'misconfigured';
  if (isUnavailable(error) || (error instanceof Error && error.name === 'AbortError')) return 'passing';
  return step === 'message' && !isContent(error) ? 'misconfigured' : 'refused';
}

const texts: Record<Exclude<Failure, 'passing'>, string> = {
  misconfigured:
    'a request waits until people correct the setting named in the error; do not enter it by hand ' +
    '(docs/runbook.md, Job deliver-requests)',
  refused: 'a request was refused',
};

async function take(
  step: DeliveryStep,
  delivery: DeliveryItem,
  work: DeliveryWork,
  { until, guard }: DeliveryOptions,
): Promise<Failure | undefined> {
  try {
    await work[step](until);
    guard?.note(step, 'done');
    await recordStep(delivery, step, clock.seconds());
    return undefined;
  } catch (error) {
    const failure = kindOf(step, error);
    guard?.note(step, failure);
    const { receiptNumber } = work;
    const line = {
      deviceRequest: delivery.requestId,
      receiptNumber,
      step,
      tries: delivery.tries,
      error: error as Error,
    };
    if (failure === 'passing') logger.warn('a request could not be delivered yet', line);
    else logger.error(texts[failure], line);
    return failure;
  }
}

async function finish(delivery: DeliveryItem): Promise<void> {
  await moveRequest(delivery, { state: 'delivered', from: statesBefore('delivered') });
  await settleRequest(delivery, clock.seconds() + keptFor);
  await removeDelivery(delivery);
}

async function postpone(delivery: DeliveryItem, receiptNumber: string, failures: Failure[]): Promise<void> {
  const next = planNextTry(delivery, failures, clock.seconds());
  await releaseDelivery(delivery, next);
  if (next.parkedAt !== undefined)
    logger.error(
      'a request is set aside: correct what refuses it, then set its nextTryAt to 0; do not enter it by hand ' +
        '(docs/runbook.md, Job deliver-requests)',
      { deviceRequest: delivery.requestId, receiptNumber, refusals: next.refusals },
    );
}

/**
 * Does the remaining steps of a claimed delivery side by side and records each: a record in the staff's app, which is
 * there once however often it is sent, and a staff message. If a run stops between sending the message and recording
 * that, the message is sent again, because SNS cannot be asked. Returns whether it has reached the staff in both ways.
 */
export async function deliver(delivery: DeliveryItem, work: DeliveryWork, options: DeliveryOptions): Promise<boolean> {
  const left = stepsLeft(delivery);
  const tried = left.filter((step) => options.guard?.lets(step) ?? true);
  const outcomes = await Promise.all(tried.map((step) => take(step, delivery, work, options)));
  const failures = outcomes.filter((outcome) => outcome !== undefined);
  if (failures.length === 0 && tried.length === left.length) {
    await work.finish();
    return true;
  }
  await postpone(delivery, work.receiptNumber, failures);
  return false;
}

/** The record of a request in the staff's app; its notes end with its deadline. */
function requestRecord(request: RequestItem): StaffRecord {
  const { kind, notes, requestedAt } = request;
  return {
    ...request,
    kind: rulesOf(kind).label,
    ...(isMoving(kind) && { promisedBy: promisedBy(kind, requestedAt) }),
    notes: [notes, requestDeadline(request)].filter(Boolean).join('\n'),
  };
}

/** Delivers a device request (see {@link deliver}). */
export const deliverRequest = (
  delivery: DeliveryItem,
  request: RequestItem,
  options: DeliveryOptions,
): Promise<boolean> =>
  deliver(
    delivery,
    {
      receiptNumber: request.receiptNumber,
      record: (until) => addRequestRecord(requestRecord(request), { until }),
      message: (until) => tellStaffOnce(staffMessage(request), until),
      finish: () => finish(delivery),
    },
    options,
  );
