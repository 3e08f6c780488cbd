import { type Call, type OwnedKind, costOf } from '#shared/contract/call';
import { CallError } from '#shared/errors';
import type { LimitKind, Scope } from '#shared/model/limits';
import { logFailure } from '#functions/platform/logger';
import { giveBack, consume, type Use } from '#functions/limits/limits';
import type { Counted } from '#functions/limits/limits-table';
import { idAt } from './middleware';
import { viewerOf, type Middleware, type State } from './request';

/** Counted where the result is known: right passwords and codes do not count, known browsers for themselves. */
const countedInside: readonly LimitKind[] = ['attempt', 'reset', 'parcel'];

/** Work that was not done does not count, whatever the refusal. */
const countedIfDone: readonly LimitKind[] = ['request', 'card', 'renewal'];
/** What an outage took away does not count. */
const countedIfUp: readonly LimitKind[] = ['stripe', 'order', 'refresh'];
/** Windows of so many seconds stay counted in any case, so that an outage is not made worse. */
const short = 10;

const scopes: Partial<Record<OwnedKind, Scope>> = { device: 'device', subscription: 'subscription' };

function usesOf(call: Call, state: State, address: string): Use[] {
  const owned = (call.owns ?? []).flatMap(({ kind, at }) => {
    const id = idAt(state, at);
    return scopes[kind] && typeof id === 'string' ? [[scopes[kind], id] as const] : [];
  });
  const of: Use['of'] = {
    ...(state.caller && { user: state.caller.userId }),
    network: address,
    stage: '',
    ...Object.fromEntries(owned),
  };
  return (
    (Object.entries(costOf(call)) as [LimitKind, number][])
      .filter(([kind]) => !countedInside.includes(kind))
      // One write is enough for a change of ours: its network counts only if nobody is signed in.
      .map(([kind, amount]) => ({
        kind,
        of: kind === 'change' && of.user !== undefined ? { user: of.user } : of,
        amount,
      }))
  );
}

/** What a refused or failed call takes off its counts again. */
function unused(counted: readonly Counted[], error: unknown): Counted[] {
  const status = error instanceof CallError ? error.status : 503;
  return counted
    .filter(({ seconds }) => seconds > short)
    .filter(
      ({ kind }) => status === 429 || countedIfDone.includes(kind) || (status >= 500 && countedIfUp.includes(kind)),
    );
}

/**
 * Counts what the call costs by its contract, by user, by network, by what it names and by stage, before the call does
 * anything; refuses with 429 what does not fit. It runs after all other checks, so that only calls that may be made are
 * counted.
 */
export const limitUse = (call: Call): Middleware => ({
  before: async ({ event, internal }) => {
    internal.counted = await consume(...usesOf(call, internal, viewerOf(event).address));
  },
  onError: async ({ error, internal: { counted = [] } }) => {
    await giveBack(unused(counted, error)).catch((cause: unknown) =>
      logFailure('uses of a refused call stay counted', { call: call.name }, cause),
    );
  },
});
