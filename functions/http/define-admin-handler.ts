import type { Call } from '#shared/contract/call';
import { handlerOf, type CallHandler } from './handler-of';
import { authenticate } from './middleware/authenticate';
import { requireAdministrator } from './middleware/require-administrator';
import type { Run } from './request';

/**
 * The handler of an administrator's call: like defineHandler, and it asks Cognito at each call whether the caller is
 * still an administrator. It is a separate file so that the other calls do not load the code for that. The call needs
 * the permissions `cognito('AdminGetUser', 'AdminListGroupsForUser')`.
 */
export const defineAdminHandler = <const C extends Call & { access: 'admin' }>(call: C, run: Run<C>): CallHandler =>
  handlerOf(call, { first: [authenticate(call)], last: [requireAdministrator], owns: async () => undefined }, run);
