import { CallError } from '#shared/errors';
import type { AskOptions } from '../../adapters/stripe/client';
import { changeSubmit, type SubmitItem } from '../../adapters/users-table/openings';

/**
 * A submit being worked on. `resumed`: somebody was at it before, and what they asked Stripe for last may have been
 * done.
 */
export interface Work {
  userId: string;
  submit: SubmitItem;
  resumed: boolean;
  /** Unix milliseconds. */
  until: number;
}

/**
 * A step does one thing outside, writes it down, and gives the submit as it is then. Doing it again changes nothing.
 */
export type Step = (work: Work) => Promise<SubmitItem>;

/** Writes down what a step did; refuses where another has taken the submit over. */
export async function record(work: Work, change: Parameters<typeof changeSubmit>[2]): Promise<SubmitItem> {
  if (!(await changeSubmit(work.userId, work.submit, change))) throw new CallError('IDEMPOTENCY_KEY_IN_USE');
  return { ...work.submit, ...change };
}

/**
 * The same write of a submit has the same key at Stripe, so that it is done once; another one after Stripe has failed
 * on it.
 */
export const writeOptions = ({ submit, until }: Work, what: string): AskOptions & { idempotencyKey: string } => ({
  until,
  idempotencyKey: `${submit.id}:${what}:${submit.spentKeys}`,
});
