import type { ErrorCode } from '#shared/errors';
import type { SubmitItem } from '../../adapters/users-table/openings';
import type { IdempotencyIdentity } from './identify';

/** An unnamed submit of the same content counts as the same one for so long after it ended, in seconds. */
export const sameContentWithin = 60;

export type SubmitDecision =
  /** There is none yet, or only one that is over; `instead` is that one's id. */
  | { do: 'begin'; instead?: string }
  /** It was left unfinished: complete it. */
  | { do: 'resume'; submit: SubmitItem }
  /** Somebody else is at it. */
  | { do: 'wait' }
  | { do: 'answer'; submit: SubmitItem }
  | { do: 'refuse'; code: ErrorCode; text?: string };

/**
 * What becomes of a submit that arrives, by what is on record under its key. `holder` is whoever asks: a write of
 * theirs whose answer was lost left the submit in their own hands. `nowMs` in unix milliseconds.
 */
export function decideSubmit(
  found: SubmitItem | undefined,
  asked: Pick<IdempotencyIdentity, 'fingerprint' | 'named'>,
  holder: string,
  nowMs: number,
): SubmitDecision {
  if (!found) return { do: 'begin' };
  const ended = found.state === 'done' || found.state === 'refused';
  const now = nowMs / 1000;
  const over =
    ended && (found.expiresAt <= now || (!asked.named && now - (found.endedAt ?? found.createdAt) > sameContentWithin));
  if (over) return { do: 'begin', instead: found.id };
  if (found.fingerprint !== asked.fingerprint) return { do: 'refuse', code: 'IDEMPOTENCY_KEY_REUSED' };
  if (found.state === 'done') return { do: 'answer', submit: found };
  if (found.state === 'refused')
    return {
      do: 'refuse',
      code: found.refusal ?? 'INTERNAL',
      ...(found.refusalText !== undefined && { text: found.refusalText }),
    };
  return found.leaseUntil > nowMs && found.holder !== holder ? { do: 'wait' } : { do: 'resume', submit: found };
}

export type SubmitStep = 'make-customer' | 'make-subscription' | 'undo' | 'finish';

/** What is to be done next for a submit that goes on. */
export function nextStep(
  submit: Pick<SubmitItem, 'state' | 'customerId' | 'subscriptionId'> & {
    plan: Pick<SubmitItem['plan'], 'subscription'>;
  },
): SubmitStep {
  if (submit.state === 'undoing') return 'undo';
  if (submit.customerId === undefined) return 'make-customer';
  return submit.plan.subscription && submit.subscriptionId === undefined ? 'make-subscription' : 'finish';
}
