import type { Call } from '#shared/contract/call';
import { ownsResource } from '../domain/ownership/owns-resource';
import { handlerOf, type CallHandler } from './handler-of';
import { auditImpersonation } from './middleware/audit-impersonation';
import { authenticate } from './middleware/authenticate';
import type { Run } from './request';

/** Refuses a call that names a device, a repair or a movement, because ownsResource would return false for it. */
type OwnsNoDevice<C extends Call> = C extends { readonly owns: readonly { readonly kind: infer K }[] }
  ? [Extract<K, 'device' | 'repair' | 'movement'>] extends [never]
    ? unknown
    : { readonly owns: 'made by defineDeviceHandler' }
  : unknown;

/**
 * The handler of a call that needs a signed-in user; without one it does not run. A call that names a device or a
 * repair uses defineDeviceHandler, one of an administrator defineAdminHandler.
 */
export const defineHandler = <const C extends Call & { access: 'user' }>(
  call: C & OwnsNoDevice<C>,
  run: Run<C>,
): CallHandler =>
  handlerOf(call, { first: [authenticate(call)], last: [auditImpersonation(call)], owns: ownsResource }, run);
