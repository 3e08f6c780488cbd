import type { Call } from '#shared/contract/call';
import { ownsResource } from '../domain/shops/ownership';
import { handlerOf, type CallHandler } from './handler-of';
import { auditImpersonation } from './middleware/audit-impersonation';
import { authenticate } from './middleware/authenticate';
import type { Run } from './request';

/**
 * The handler of a call that wants a signed-in user; nothing of it runs without one. One that names a device or a
 * repair is made by defineDeviceHandler.
 */
export const defineHandler = <const C extends Call & { access: 'user' | 'admin' }>(call: C, run: Run<C>): CallHandler =>
  handlerOf(call, { first: [authenticate(call)], last: [auditImpersonation(call)], owns: ownsResource }, run);
