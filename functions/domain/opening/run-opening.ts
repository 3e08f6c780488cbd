import { CallError } from '#shared/errors';
import { leaseMs } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import type { Write } from '../../adapters/dynamodb/transaction';
import { beginOpening, changeOpening, readOpening, type OpeningItem } from '../../adapters/users-table/openings';
import { logger } from '../../runtime/logger';
import { decide, refusalOf } from '../idempotency/decide';
import { waitForTurn } from '../idempotency/lease';
import { spentKeysAfter } from '../idempotency/stripe-keys';
import { admitOpening, type Used } from './admit-opening';
import type { IdempotencyIdentity } from '../idempotency/identify';
import type { Step, Work } from './work';

/** How often a request is admitted again because others of its user were admitted at the same moment. */
const mostTries = 8;
/** How long a record is kept, in seconds. */
const keptFor = 7 * 24 * 60 * 60;

/** A record that is about to be written. */
export type NewOpening = Pick<OpeningItem, 'key' | 'id' | 'createdAt'>;

export interface OpeningRequest {
  userId: string;
  identity: IdempotencyIdentity;
  /** Unix milliseconds. */
  until: number;
  /** Decides once, before the record is written, what to make; throws if it cannot be made. */
  plan: (opening: NewOpening) => Promise<Pick<OpeningItem, 'plan' | 'customerId'> & { uses: Used }>;
  /** The next step for a record that is not done. */
  next: (opening: OpeningItem) => Step;
  /** A finished record in its current state; undefined if its result was lost since, so that it begins again. */
  review?: (opening: OpeningItem) => Promise<OpeningItem | undefined>;
}

/**
 * Does the remaining steps. A failure ends the lease, so that the next request continues at once; after a crash the
 * next one continues when the lease ends.
 */
async function complete(work: Work, next: OpeningRequest['next']): Promise<OpeningItem> {
  let { opening } = work;
  try {
    while (opening.state === 'working' || opening.state === 'undoing')
      opening = await next(opening)({ ...work, opening });
  } catch (error) {
    const change = { lease: { ...opening.lease, until: 0 }, spentKeys: spentKeysAfter(opening, error) };
    await changeOpening(work.userId, opening, change).catch((failure: unknown) =>
      logger.warn('an idempotency record stays held until its lease ends', { opening: opening.id, failure }),
    );
    throw error;
  }
  if (opening.state === 'refused') throw refusalOf(opening);
  return opening;
}

/**
 * The notes of what a request uses; undefined if the same request, sent twice at the same moment, was quicker and has
 * used it. Throws the refusal of one that may not begin.
 */
async function admit(
  userId: string,
  opening: OpeningItem,
  instead: OpeningItem | undefined,
  { uses, until }: { uses: Used; until: number },
): Promise<Write[] | undefined> {
  try {
    return await admitOpening(userId, opening, uses, until);
  } catch (error) {
    if ((await readOpening(userId, opening.key))?.id !== instead?.id) return undefined;
    throw error;
  }
}

async function begin(
  { userId, identity, until, plan, next }: OpeningRequest,
  holder: string,
  instead: OpeningItem | undefined,
): Promise<OpeningItem | undefined> {
  const accepted: NewOpening = { key: identity.key, id: newId(), createdAt: clock.seconds() };
  const { uses, ...planned } = await plan(accepted);
  const opening: OpeningItem = {
    ...accepted,
    ...planned,
    fingerprint: identity.fingerprint,
    trialHash: uses.trial?.hash ?? null,
    state: 'working',
    lease: { holder, until: clock.now() + leaseMs },
    spentKeys: 0,
    expiresAt: accepted.createdAt + keptFor,
  };
  for (let tried = 0; tried < mostTries; tried += 1) {
    const used = await admit(userId, opening, instead, { uses, until });
    if (!used) return undefined;
    const begun = await beginOpening(userId, opening, instead?.id, used);
    if (begun === 'no-user') throw new CallError('NOT_SIGNED_IN');
    if (begun === 'begun') return complete({ userId, opening, resumed: false, until }, next);
    if (begun === 'taken') return undefined;
  }
  return undefined;
}

async function resume(
  { userId, until, next }: OpeningRequest,
  holder: string,
  found: OpeningItem,
): Promise<OpeningItem | undefined> {
  const lease = { holder, until: clock.now() + leaseMs };
  const taken = await changeOpening(userId, found, { lease });
  return taken ? complete({ userId, opening: { ...found, lease }, resumed: true, until }, next) : undefined;
}

/** Undefined if another request works on it or was quicker. */
async function tryOpening(request: OpeningRequest, holder: string): Promise<OpeningItem | undefined> {
  const { userId, identity, review = async (opening) => opening } = request;
  const decision = decide(await readOpening(userId, identity.key), { identity, holder, now: clock.now() });
  switch (decision.do) {
    case 'wait':
      return undefined;
    case 'refuse':
      throw decision.refusal;
    case 'return':
      return (await review(decision.record)) ?? begin(request, holder, decision.record);
    case 'begin':
      return begin(request, holder, decision.instead);
    case 'resume':
      return resume(request, holder, decision.record);
  }
}

/**
 * Does the work of a request exactly once, even if it arrives twice, is retried or interrupted: the first request
 * writes down what to make, each step records what it did, and the next request completes the rest or gets the first
 * one's result.
 */
export function runOpening(request: OpeningRequest): Promise<OpeningItem> {
  const holder = newId();
  return waitForTurn('IDEMPOTENCY_KEY_IN_USE', () => tryOpening(request, holder));
}
