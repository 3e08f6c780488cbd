import type { Call, Ownership } from '#shared/contract/call';
import { CallError, type ErrorCode } from '#shared/errors';
import type { Caller } from '../request';
import type { Middleware, State } from './state';

/** Whether what a call names belongs to its caller. */
export type Owns = (caller: Caller, kind: Ownership['kind'], id: string) => Promise<boolean>;

const notFound: Record<Ownership['kind'], ErrorCode> = {
  shop: 'SHOP_NOT_FOUND',
  subscription: 'SUBSCRIPTION_NOT_FOUND',
  subscriptionItem: 'SUBSCRIPTION_NOT_FOUND',
  device: 'DEVICE_NOT_FOUND',
  repair: 'REPAIR_NOT_FOUND',
};

function idAt(state: State, at: Ownership['at']): unknown {
  const [part, ...path] = at.split('.') as ['params' | 'query' | 'body', ...string[]];
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    state[part],
  );
}

/**
 * What the call names must be the caller's; another owner's id answers exactly like an id that does not exist. Fails
 * closed.
 */
export function checkOwnership(call: Call, owns: Owns): Middleware {
  return {
    before: async ({ internal }) => {
      for (const ownership of call.owns ?? []) {
        const id = idAt(internal, ownership.at);
        if (ownership.optional && id === undefined) continue;
        const owned =
          internal.caller !== undefined && typeof id === 'string' && (await owns(internal.caller, ownership.kind, id));
        if (!owned) throw new CallError(notFound[ownership.kind]);
      }
    },
  };
}
