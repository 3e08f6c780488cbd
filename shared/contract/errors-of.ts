import type { ErrorCode } from '../errors';
import type { Cost } from '../model/limits';
import type { Call, OwnedKind } from './call';

/** Codes that any call may be refused with. */
export const commonErrors: readonly ErrorCode[] = [
  'INVALID_JSON',
  'INVALID_INPUT',
  'UNSUPPORTED_MEDIA_TYPE',
  'BODY_TOO_LARGE',
  'ORIGIN_NOT_ALLOWED',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
];

/** The refusal of an id that is not the caller's, by the kind of resource. */
export const notFoundCodes = {
  shop: 'SHOP_NOT_FOUND',
  subscription: 'SUBSCRIPTION_NOT_FOUND',
  subscriptionItem: 'SUBSCRIPTION_NOT_FOUND',
  device: 'DEVICE_NOT_FOUND',
  repair: 'REPAIR_NOT_FOUND',
  movement: 'MOVEMENT_NOT_FOUND',
} as const satisfies Record<OwnedKind, ErrorCode>;

/**
 * What a call costs: what its entry says; otherwise a change, if it is one. Reads of our own tables cost nothing: the
 * firewall's limit of an address allows seven a second, some 0.00001 US dollars.
 */
export const costOf = ({ access, method, cost }: Call): Cost =>
  cost ?? (access === 'webhook' || method === 'GET' ? {} : { change: 1 });

/**
 * Every code that a call may be refused with, each once: the common ones, those that follow from its access, its owned
 * resources and idempotency, and those that its entry lists.
 */
export function errorsOf(call: Call): readonly ErrorCode[] {
  const signedIn = call.access === 'user' || call.access === 'admin';
  return [
    ...new Set<ErrorCode>([
      ...commonErrors,
      ...(Object.keys(costOf(call)).length > 0 ? (['TOO_MANY_ATTEMPTS'] as const) : []),
      ...(signedIn ? (['NOT_SIGNED_IN'] as const) : []),
      ...(call.access === 'admin' ? (['ADMIN_ONLY'] as const) : []),
      ...(call.recentAuthentication ? (['RECENT_AUTHENTICATION_REQUIRED'] as const) : []),
      ...(call.impersonation === 'refused' ? (['IMPERSONATION_FORBIDDEN'] as const) : []),
      ...(call.owns ?? []).map(({ kind }) => notFoundCodes[kind]),
      ...(call.idempotent ? (['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
      ...(call.errors ?? []),
    ]),
  ];
}
