import { CallError, type ErrorCode } from '#shared/errors';
import { leaseMs } from '#shared/constants';
import { clock } from './clock';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import { isNew, getItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { putWrite, transact, updateWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { newId } from './crypto';
import { sortKeys, userKey, usersTable } from './users-table';
import { logger } from './logger';
import { Unavailable } from './unavailable';
import type { IdempotencyIdentity } from './identify-request';
import { endedLease, ifFree, ifLeased, isTaken, newLease, waitForTurn, type Lease } from './leases';

/*
 * Does a request once, even if it arrives twice, is retried or cut off. Its record (`ONCE#` in the user's partition)
 * keeps the plan, which is decided once, and what was made so far; the next request with the same key goes on from
 * there, or gets the result of the first. A run ends with a result, with one that somebody has to confirm
 * (`isUnconfirmed`), with Refused, or with any other error, after which the next request goes on.
 *
 * `once` is for the request itself and `resumeOnce` for an event in its place; `readOnce`, `isAtWork` and
 * `unfinishedWrite` are for those who come across its record.
 */

/** The record of a request. `Made`: what its run noted, field by field. */
export interface OnceItem<Plan = unknown, Made = object, Result = unknown> {
  key: string;
  /** Its own id, part of its idempotency keys at Stripe. */
  id: string;
  fingerprint: string;
  /** Unix seconds. */
  createdAt: number;
  /** `unconfirmed`: somebody has to confirm its result. */
  state: 'working' | 'unconfirmed' | 'done' | 'refused';
  plan: Plan;
  made: Partial<Made>;
  lease: Lease;
  /** Part of its idempotency keys at Stripe: rises with each failure that Stripe keeps, and with each other plan. */
  attempt: number;
  result?: Result;
  /** Why it was refused; `text` if it is not the code's own. */
  refusal?: { code: ErrorCode; text?: string };
  /** Unix milliseconds. */
  endedAt?: number;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

export type Accepted = Pick<OnceItem, 'key' | 'id' | 'createdAt'>;

export interface Work<Plan, Made = object, Live = unknown> extends Accepted {
  userId: string;
  readonly plan: Plan;
  readonly made: Readonly<Partial<Made>>;
  /** How another request left it: cut off (`working`) or with a result to confirm; undefined if this one begins it. */
  resumedFrom: OnceItem['state'] | undefined;
  /** What the plan was decided by; undefined if it was not decided just now. */
  live: Live | undefined;
  /** Unix milliseconds. */
  until: number;
  /**
   * Notes what was made, in one transaction with `also`. Returns false, and writes nothing, if a condition of `also`
   * does not hold; otherwise throws IDEMPOTENCY_KEY_IN_USE if another request has taken the work over.
   */
  note(made: Partial<Made>, also?: readonly Write[]): Promise<boolean>;
  /** Puts another plan in the place of one that does not fit any more; from then on its steps have other keys. */
  replan(change: Partial<Plan>): Promise<void>;
  /** Time and idempotency key of a write at Stripe: the same step has the same key, so that it is done once. */
  stripe(step: string): { until: number; idempotencyKey: string };
}

/** Thrown by a run that has removed what it made: repeats are refused too. */
export class Refused extends Error {
  constructor(readonly refusal: CallError) {
    super(refusal.message, { cause: refusal });
  }
}

interface Planned<Plan, Result, Live> {
  plan: Plan;
  writes?: readonly Write[];
  result?: Result;
  live?: Live;
}

interface OnceRequest<Plan, Made, Result, Live> {
  userId: string;
  identity: IdempotencyIdentity;
  /** Unix milliseconds. */
  until: number;
  /**
   * Decides what to make, before anything is written; throws if it cannot be made. The record is written together with
   * `writes`; if one of their conditions does not hold, it is asked again. With `result` all is done by these writes.
   * `live` is for the run that follows at once. `before`: what it decided last; undefined if it never came to an end.
   */
  plan: (accepted: Accepted, before?: Planned<Plan, Result, Live>) => Promise<Planned<Plan, Result, Live>>;
  /** Makes what `plan` says, from where `made` says. Every step can be repeated. */
  run: (work: Work<Plan, Made, Live>) => Promise<Result>;
  /** Whether somebody has to confirm a result: the next request with the same key goes on then. */
  isUnconfirmed?: (result: Result) => boolean;
  /** Written in the transaction that ends the request with a result. */
  atEnd?: () => readonly Write[];
  /** How long its result is known, in seconds; seven days if left out. */
  keptFor?: number;
  /**
   * Whether the end of the first request still counts: its result, or its refusal if there is none. A repeat otherwise
   * begins anew: an owner who returned a device, withdrew that and returns it again means it. The result of a request
   * with a key always counts. `waited`: the repeat arrived before that end.
   */
  stands: (ended: { result?: Result | undefined; waited: boolean }) => Promise<boolean>;
}

const keptFor = 7 * 24 * 60 * 60;
/** Without a key, a request repeats one with the same content that ended at most this long ago. Milliseconds. */
const sameContentWithin = 60_000;

const keyOf = (userId: string, key: string) => ({ pk: userKey(userId), sk: sortKeys.once(key) });

export const isUnfinished = ({ state }: Pick<OnceItem, 'state'>): boolean =>
  state === 'working' || state === 'unconfirmed';

export const readOnce = <Plan, Made, Result>(
  userId: string,
  key: string,
): Promise<OnceItem<Plan, Made, Result> | undefined> => getItem(usersTable(), keyOf(userId, key));

/** Another request has taken it over, or it was deleted with its account. */
const takenOver = (): CallError => new CallError('IDEMPOTENCY_KEY_IN_USE');

/** The write by which others change or refuse an unfinished request that has not noted `unless` and is idle. */
export function unfinishedWrite(
  userId: string,
  { key, id }: Pick<Accepted, 'key' | 'id'>,
  unless: string,
  change: { made: object } | { refusal: { code: ErrorCode } },
): Write {
  const unfinished = `id = :id AND #state = :working AND attribute_not_exists(made.#${unless})`;
  const values = { id, working: 'working' };
  if ('made' in change) return updateWrite(usersTable(), keyOf(userId, key), { set: change, if: unfinished, values });
  const lease = newLease(0);
  const free = ifFree(lease);
  return updateWrite(usersTable(), keyOf(userId, key), {
    set: { ...change, state: 'refused', endedAt: clock.now(), lease },
    if: `${unfinished} AND ${free.if}`,
    values: { ...values, ...free.values },
  });
}

/** Whether a request of the user is being worked on. */
export const isAtWork = async (userId: string): Promise<boolean> =>
  (await queryRange<OnceItem>(usersTable(), { pk: userKey(userId), beginning: sortKeys.once('') })).some(({ lease }) =>
    isTaken(lease),
  );

/** What to do with a request; the record is the one that was found under its key. */
type Decision =
  /** There is no record, or only one that no longer counts and is replaced. */
  | 'begin'
  /** It was left unfinished, or is unconfirmed. */
  | 'resume'
  /** Another request works on it. */
  | 'wait'
  /** It has ended: its result, or its refusal, as long as that stands. */
  | 'repeat'
  /** Its key named another request. */
  | 'reused';

/** Decides about a request by its record; `own`: its lease's id, if its write's response was lost. `now` in ms. */
export function decide(
  found: Pick<OnceItem, 'fingerprint' | 'state' | 'lease' | 'expiresAt' | 'endedAt'> | undefined,
  identity: Pick<IdempotencyIdentity, 'fingerprint' | 'named'>,
  { own, now }: { own: string; now: number },
): Decision {
  if (!found) return 'begin';
  const { state, endedAt = 0, lease, expiresAt } = found;
  const taken = lease.until > now && lease.id !== own;
  const forgotten = expiresAt * 1000 <= now || (!identity.named && now - endedAt > sameContentWithin);
  if (state !== 'working' && forgotten && !taken) return 'begin';
  if (found.fingerprint !== identity.fingerprint) return 'reused';
  if (state === 'done' || state === 'refused') return 'repeat';
  return taken ? 'wait' : 'resume';
}

/** Whether Stripe responded to a write with a failure that it repeats under the same key: the next needs another. */
function isKept(error: unknown): boolean {
  const cause = error instanceof Unavailable && error.service === 'stripe' ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'statusCode' in cause && Number(cause.statusCode) >= 500;
}

/** A request while it is worked on: each change replaces `item`, or throws IDEMPOTENCY_KEY_IN_USE. */
class LeasedWork<Plan, Made, Result, Live> implements Work<Plan, Made, Live> {
  readonly key: string;
  readonly id: string;
  readonly createdAt: number;

  constructor(
    readonly userId: string,
    private item: OnceItem<Plan, Made, Result>,
    readonly until: number,
    readonly resumedFrom: OnceItem['state'] | undefined,
    readonly live: Live | undefined,
  ) {
    this.key = item.key;
    this.id = item.id;
    this.createdAt = item.createdAt;
  }

  get plan(): Plan {
    return this.item.plan;
  }

  get made(): Partial<Made> {
    return this.item.made;
  }

  note(made: Partial<Made>, also: readonly Write[] = []): Promise<boolean> {
    return this.set({ made: { ...this.made, ...made } }, also);
  }

  async replan(change: Partial<Plan>): Promise<void> {
    await this.set({ plan: { ...this.plan, ...change }, attempt: this.item.attempt + 1 });
  }

  stripe(step: string): { until: number; idempotencyKey: string } {
    return { until: this.until, idempotencyKey: `${this.id}:${step}:${this.item.attempt}` };
  }

  /** Sets fields in one transaction with `also`; returns false if a condition of those does not hold. */
  private async set(set: Partial<OnceItem<Plan, Made, Result>>, also: readonly Write[] = []): Promise<boolean> {
    const key = keyOf(this.userId, this.key);
    const change = { set, ...ifLeased(this.item.lease) };
    if (also.length === 0) {
      if (!(await updateItemIf(usersTable(), key, change))) throw takenOver();
    } else {
      const outcome = await transact([updateWrite(usersTable(), key, change), ...also]);
      if (!outcome.written && !outcome.failed.slice(1).includes(true)) throw takenOver();
      if (!outcome.written) return false;
    }
    this.item = { ...this.item, ...set };
    return true;
  }

  /** Ends its work with this lease; a failure to do so only lets the next request wait for the lease's end. */
  async release(error: unknown): Promise<void> {
    const { lease, attempt } = this.item;
    try {
      // Written for such a failure alone: another plan's number may be there, whose response was lost.
      await this.set({ lease: endedLease(lease), ...(isKept(error) && { attempt: attempt + 1 }) });
    } catch (failure) {
      logger.warn('the record of a request is not released before its lease ends', { request: this.id, failure });
    }
  }

  async end(
    state: 'unconfirmed' | 'done' | 'refused',
    rest: Pick<OnceItem<Plan, Made, Result>, 'result' | 'refusal'>,
    also: readonly Write[] = [],
  ): Promise<void> {
    const lease = endedLease(this.item.lease);
    if (!(await this.set({ state, ...rest, endedAt: clock.now(), lease }, also))) throw takenOver();
  }
}

type Running<Plan, Made, Result, Live> = Pick<
  OnceRequest<Plan, Made, Result, Live>,
  'userId' | 'until' | 'run' | 'isUnconfirmed' | 'atEnd'
>;

/** Does what is left. A failure ends the lease, so that the next request goes on at once. */
async function complete<Plan, Made, Result, Live>(
  { userId, until, run, isUnconfirmed, atEnd }: Running<Plan, Made, Result, Live>,
  item: OnceItem<Plan, Made, Result>,
  { resumedFrom, live }: Partial<Pick<Work<Plan, Made, Live>, 'resumedFrom' | 'live'>>,
): Promise<{ result: Result }> {
  const work = new LeasedWork(userId, item, until, resumedFrom, live);
  try {
    const result = await run(work);
    await work.end(isUnconfirmed?.(result) ? 'unconfirmed' : 'done', { result }, atEnd?.());
    return { result };
  } catch (error) {
    if (!(error instanceof Refused)) {
      await work.release(error);
      throw error;
    }
    const { code, message: text } = error.refusal;
    await work.end('refused', { refusal: { code, text } });
    throw error.refusal;
  }
}

/** Plans it and writes its record; undefined if the same request was quicker. Throws Contended if only others were. */
async function recordPlan<Plan, Made, Result, Live>(
  request: OnceRequest<Plan, Made, Result, Live>,
  accepted: Accepted,
  instead: string | undefined,
): Promise<{ item: OnceItem<Plan, Made, Result>; live: Live | undefined } | undefined> {
  const { userId, identity } = request;
  const decided = await request.plan(accepted).catch(async (error: unknown) => {
    // The same request, sent twice at the same moment, was quicker and has used what this one needs.
    if ((await readOnce(userId, accepted.key))?.id !== instead) return undefined;
    throw error;
  });
  if (!decided) return undefined;
  const { plan, writes = [], result, live } = decided;
  const done = result !== undefined;
  const lease = newLease(leaseMs.charge, accepted.id);
  const item: OnceItem<Plan, Made, Result> = {
    ...accepted,
    fingerprint: identity.fingerprint,
    state: done ? 'done' : 'working',
    plan,
    made: {},
    lease: done ? endedLease(lease) : lease,
    attempt: 0,
    ...(done && { result, endedAt: clock.now() }),
    expiresAt: accepted.createdAt + (request.keptFor ?? keptFor),
  };
  const condition = instead === undefined ? isNew : { if: 'id = :instead', values: { instead } };
  const outcome = await transact([putWrite(usersTable(), keyOf(userId, accepted.key), item, condition), ...writes]);
  if (outcome.written) return { item, live };
  if (outcome.failed[0]) return undefined;
  throw new Contended();
}

async function begin<Plan, Made, Result, Live>(
  request: OnceRequest<Plan, Made, Result, Live>,
  accepted: Accepted,
  instead: string | undefined,
): Promise<{ result: Result } | undefined> {
  const begun = await retryContention(() => recordPlan(request, accepted, instead)).catch((error: unknown) => {
    if (error instanceof Contended) return undefined;
    throw error;
  });
  if (!begun) return undefined;
  const { item, live } = begun;
  return item.state === 'done' ? { result: item.result as Result } : complete(request, item, { live });
}

async function resume<Plan, Made, Result, Live>(
  request: Running<Plan, Made, Result, Live>,
  { key, id, state }: OnceItem<Plan, Made, Result>,
  leaseId?: string,
): Promise<{ result: Result } | undefined> {
  const lease = newLease(leaseMs.charge, leaseId);
  const free = ifFree(lease);
  const taken = await updateItemIf<OnceItem<Plan, Made, Result>>(usersTable(), keyOf(request.userId, key), {
    set: { lease },
    if: `id = :id AND #state = :state AND ${free.if}`,
    values: { id, state, ...free.values },
  });
  return taken && complete(request, taken, { resumedFrom: state });
}

/** Undefined if another request works on it or was quicker. */
async function look<Plan, Made, Result, Live>(
  request: OnceRequest<Plan, Made, Result, Live>,
  accepted: Accepted,
): Promise<{ result: Result } | undefined> {
  const { userId, identity, stands } = request;
  const found = await readOnce<Plan, Made, Result>(userId, identity.key);
  const decision = decide(found, identity, { own: accepted.id, now: clock.now() });
  if (!found || decision === 'begin') return begin(request, accepted, found?.id);
  if (decision === 'reused') throw new CallError('IDEMPOTENCY_KEY_REUSED');
  if (decision === 'wait') return undefined;
  if (decision === 'resume') return resume(request, found, accepted.id);
  const { refusal, endedAt = 0 } = found;
  // An unconfirmed one that was refused then has a result too.
  const result = refusal ? undefined : found.result;
  const waited = endedAt >= identity.arrivedAt;
  if ((refusal || !identity.named) && !(await stands({ result, waited }))) return begin(request, accepted, found.id);
  if (refusal) throw new CallError(refusal.code, refusal);
  return { result: result as Result };
}

/**
 * The result of a request: of this one, or of the first with its key. A second one at the same time waits up to 6 s for
 * the first, then gets IDEMPOTENCY_KEY_IN_USE with `retryAfter`. Throws IDEMPOTENCY_KEY_REUSED if the key named a
 * request with other content, and what `plan` and `run` throw.
 */
export async function once<Plan, Made extends object, Result, Live = unknown>(
  request: OnceRequest<Plan, Made, Result, Live>,
): Promise<Result> {
  const accepted: Accepted = { key: request.identity.key, id: newId(), createdAt: clock.seconds() };
  let before: Planned<Plan, Result, Live> | undefined;
  const plan = async (): Promise<Planned<Plan, Result, Live>> => (before = await request.plan(accepted, before));
  const { result } = await waitForTurn('IDEMPOTENCY_KEY_IN_USE', () => look({ ...request, plan }, accepted));
  return result;
}

/** Goes on with a request without its caller, after an event. Undefined if there is none, or one works on it now. */
export async function resumeOnce<Plan, Made extends object, Result, Live = unknown>(
  key: string,
  request: Omit<Running<Plan, Made, Result, Live>, 'atEnd'>,
): Promise<{ result: Result } | undefined> {
  const found = await readOnce<Plan, Made, Result>(request.userId, key);
  return found && isUnfinished(found) && !isTaken(found.lease) ? resume(request, found) : undefined;
}
