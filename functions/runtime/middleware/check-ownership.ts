import type { Call, Ownership } from '../../../shared/contract/call';
import { CallError, type ErrorCode } from '../../../shared/errors';
import { ownsResource } from '../../domain/store/ownership';
import type { Middleware, State } from './state';

const notFound: Record<Ownership['kind'], ErrorCode> = { store: 'STORE_NOT_FOUND', subscription: 'SUBSCRIPTION_NOT_FOUND', subscriptionItem: 'SUBSCRIPTION_NOT_FOUND' };

function idAt(state: State, at: Ownership['at']): unknown {
  const [part, ...path] = at.split('.') as ['params' | 'query' | 'body', ...string[]];
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined), state[part]);
}

/** What the call names must be the caller's; another owner's id answers exactly like an id that does not exist. Fails closed. */
export function checkOwnership(call: Call): Middleware {
  return {
    before: async ({ internal }) => {
      for (const ownership of call.owns ?? []) {
        const id = idAt(internal, ownership.at);
        const owned = internal.caller !== undefined && typeof id === 'string' && (await ownsResource(internal.caller, ownership.kind, id));
        if (!owned) throw new CallError(notFound[ownership.kind]);
      }
    },
  };
}
