import { CallError, type ErrorCode } from '#shared/errors';

/** Without a key, a request repeats one with the same content that ended at most this long ago. Milliseconds. */
const sameContentWithin = 60_000;

/** The parts of an idempotency record that decide about a repeated request. Times in unix milliseconds. */
export interface IdempotencyRecord {
  /** Hash of the call and its content. */
  fingerprint: string;
  /** `done` and `refused` have ended; a record in any other state can be resumed. */
  state: string;
  endedAt?: number;
  /** Why it was refused; `text` if the refusal has one of its own. */
  refusal?: { code: ErrorCode; text?: string };
  /** The lease: who works on it, and until when. Left out if another lease protects the record. */
  lease?: { holder: string; until: number };
  /** Unix seconds; DynamoDB removes the item some time after. */
  expiresAt: number;
}

/** An incoming request: its identity, its holder, and its time. */
export interface AskedAgain {
  identity: { fingerprint: string; named: boolean };
  /** A lost response to the holder's own write leaves the record leased to the holder. */
  holder?: string;
  /** Unix milliseconds. */
  now: number;
  /** A refusal that ended before this moment is not repeated: the request begins again. Unix milliseconds. */
  refusedSince?: number;
}

export type Decision<R> =
  /** There is no record, or only one that no longer counts and will be replaced. */
  | { do: 'begin'; instead?: R }
  /** It was left unfinished. */
  | { do: 'resume'; record: R }
  /** Another request works on it. */
  | { do: 'wait' }
  /** It is done: return its result. */
  | { do: 'return'; record: R }
  | { do: 'refuse'; refusal: CallError };

/** The refusal that a record remembers. */
export function refusalOf({ refusal }: Pick<IdempotencyRecord, 'refusal'>): CallError {
  const { code = 'INTERNAL', text } = refusal ?? {};
  return new CallError(code, text === undefined ? {} : { text });
}

/** Decides what to do with a request by the record found under its key. */
export function decide<R extends IdempotencyRecord>(
  found: R | undefined,
  { identity, holder, now, refusedSince = 0 }: AskedAgain,
): Decision<R> {
  if (!found) return { do: 'begin' };
  const { state, endedAt = 0, lease } = found;
  const forgotten =
    found.expiresAt * 1000 <= now ||
    (!identity.named && now - endedAt > sameContentWithin) ||
    (state === 'refused' && endedAt < refusedSince);
  if ((state === 'done' || state === 'refused') && forgotten) return { do: 'begin', instead: found };
  if (found.fingerprint !== identity.fingerprint)
    return { do: 'refuse', refusal: new CallError('IDEMPOTENCY_KEY_REUSED') };
  if (state === 'done') return { do: 'return', record: found };
  if (state === 'refused') return { do: 'refuse', refusal: refusalOf(found) };
  const taken = lease !== undefined && lease.until > now && lease.holder !== holder;
  return taken ? { do: 'wait' } : { do: 'resume', record: found };
}
