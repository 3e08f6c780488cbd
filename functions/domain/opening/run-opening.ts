import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { isKeySpent } from '../../adapters/stripe/to-call-error';
import { beginSubmit, changeSubmit, readSubmit, type SubmitItem } from '../../adapters/users-table/openings';
import { logger } from '../../runtime/logger';
import { decideSubmit } from '../idempotency/decide';
import type { IdempotencyIdentity } from '../idempotency/identify';
import type { Step, Work } from './work';

/**
 * Nobody else works on a submit for so long: longer than a function lives (15 s), so that its holder is gone then.
 * Milliseconds.
 */
const lease = 20_000;
/** How long a second request waits for the first one's answer, and how often it looks, in milliseconds. */
const patience = 6_000;
const pause = 250;
/** How long a submit is remembered, in seconds. */
const remembered = 7 * 24 * 60 * 60;

/** A submit that is about to be accepted. */
export type Accepted = Pick<SubmitItem, 'key' | 'id' | 'createdAt'>;

export interface SubmitRequest {
  userId: string;
  identity: IdempotencyIdentity;
  /** Unix milliseconds. */
  until: number;
  /** What is to be made, asked for once when the submit is accepted; refuses what cannot be. */
  plan: (accepted: Accepted) => Promise<Pick<SubmitItem, 'plan' | 'customerId'>>;
  /** What is to be done next for a submit that goes on. */
  next: (submit: SubmitItem) => Step;
  /**
   * A submit that is done, as it is by now; undefined where it came to nothing since, so that it begins anew. As it
   * was, unless told.
   */
  review?: (submit: SubmitItem) => Promise<SubmitItem | undefined>;
}

async function newSubmit({ identity, plan }: SubmitRequest, holder: string): Promise<SubmitItem> {
  const accepted: Accepted = { key: identity.key, id: newId(), createdAt: clock.seconds() };
  return {
    ...accepted,
    ...(await plan(accepted)),
    fingerprint: identity.fingerprint,
    state: 'working',
    holder,
    leaseUntil: clock.now() + lease,
    spentKeys: 0,
    expiresAt: accepted.createdAt + remembered,
  };
}

/**
 * Takes the steps that are left. What fails lets go of the submit, so that the next try goes on at once; a crash
 * frees it when its lease ends.
 */
async function complete(work: Work, next: SubmitRequest['next']): Promise<SubmitItem> {
  let { submit } = work;
  try {
    while (submit.state === 'working' || submit.state === 'undoing') submit = await next(submit)({ ...work, submit });
  } catch (error) {
    const spentKeys = submit.spentKeys + (isKeySpent(error) ? 1 : 0);
    await changeSubmit(work.userId, submit, { leaseUntil: 0, spentKeys }).catch((failure: unknown) =>
      logger.warn('a submit stays held until its lease ends', { submit: submit.id, failure }),
    );
    throw error;
  }
  if (submit.state === 'refused')
    throw new CallError(
      submit.refusal ?? 'INTERNAL',
      submit.refusalText === undefined ? {} : { text: submit.refusalText },
    );
  return submit;
}

/**
 * Does what a submit asks for once, however often the same one arrives, is retried or is cut off: the first accepts
 * it and records what is to be made, each step writes down what it did, and whoever comes next completes what is
 * missing or gets the first one's answer.
 */
export async function runSubmit(request: SubmitRequest): Promise<SubmitItem> {
  const { userId, identity, until, next, review = async (submit) => submit } = request;
  const holder = newId();
  const begin = async (instead: string | undefined): Promise<SubmitItem | undefined> => {
    const submit = await newSubmit(request, holder);
    return (await beginSubmit(userId, submit, instead))
      ? complete({ userId, submit, resumed: false, until }, next)
      : undefined;
  };
  for (let waited = 0; ;) {
    const decision = decideSubmit(await readSubmit(userId, identity.key), identity, holder, clock.now());
    switch (decision.do) {
      case 'answer': {
        const done = (await review(decision.submit)) ?? (await begin(decision.submit.id));
        if (done) return done;
        break;
      }
      case 'refuse':
        throw new CallError(decision.code, decision.text === undefined ? {} : { text: decision.text });
      case 'wait':
        if (waited >= patience)
          throw new CallError('IDEMPOTENCY_KEY_IN_USE', { details: { retryAfter: lease / 1000 } });
        await clock.wait(pause);
        waited += pause;
        break;
      case 'begin': {
        const done = await begin(decision.instead);
        if (done) return done;
        break;
      }
      case 'resume': {
        const held = { holder, leaseUntil: clock.now() + lease };
        const taken = await changeSubmit(userId, decision.submit, held);
        if (taken) return complete({ userId, submit: { ...decision.submit, ...held }, resumed: true, until }, next);
        break;
      }
    }
  }
}
