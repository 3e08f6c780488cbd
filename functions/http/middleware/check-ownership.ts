import type { Call, Ownership } from '#shared/contract/call';
import { notFoundCodes } from '#shared/contract/errors-of';
import { CallError } from '#shared/errors';
import type { OwnedShop } from '../../adapters/users-table/shops';
import type { Caller } from '../../domain/caller';
import type { Owns } from '../../domain/ownership/owns-resource';
import type { Middleware, State } from './state';

function idAt(state: State, at: Ownership['at']): unknown {
  const [part, ...path] = at.split('.') as ['params' | 'query' | 'body', ...string[]];
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    state[part],
  );
}

/** The caller with a shop that the call concerns among those that were read. */
const withShop = (caller: Caller, { shop, snapshot }: OwnedShop): Caller => {
  const isOther = ({ customerId }: { customerId: string }): boolean => customerId !== shop.customerId;
  return {
    ...caller,
    shops: [...caller.shops.filter(isOther), shop],
    snapshots: [...caller.snapshots.filter(isOther), ...(snapshot ? [snapshot] : [])],
  };
};

/**
 * The resource that the call names must be the caller's. Another owner's id is refused exactly like an id that does not
 * exist. The handler gets its shop. Fails closed.
 */
export function checkOwnership(call: Call, owns: Owns): Middleware {
  return {
    before: async ({ internal }) => {
      for (const ownership of call.owns ?? []) {
        const id = idAt(internal, ownership.at);
        if (ownership.optional && id === undefined) continue;
        const { caller } = internal;
        const owned = caller && typeof id === 'string' ? await owns(caller, ownership.kind, id) : undefined;
        if (!caller || !owned) throw new CallError(notFoundCodes[ownership.kind]);
        internal.caller = withShop(caller, owned);
      }
    },
  };
}
