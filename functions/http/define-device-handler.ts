import type { Call } from '#shared/contract/call';
import { ownsDevice } from '../domain/ownership/owns-device';
import { handlerOf, type CallHandler } from './handler-of';
import { auditImpersonation } from './middleware/audit-impersonation';
import { authenticate } from './middleware/authenticate';
import type { Run } from './request';

/**
 * The handler of a call that names a device or a repair: like defineHandler, and the resource is looked up in the
 * mirror. It is a separate file so that the other calls do not load the devices table's code. The call needs the
 * permission `devicesTable('GetItem')`.
 */
export const defineDeviceHandler = <const C extends Call & { access: 'user' }>(call: C, run: Run<C>): CallHandler =>
  handlerOf(call, { first: [authenticate(call)], last: [auditImpersonation(call)], owns: ownsDevice }, run);
