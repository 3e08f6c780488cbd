import { CallError } from '#shared/errors';
import { readAdministrator } from '../../domain/impersonation/administrator';
import type { Middleware } from './state';

/**
 * The session has the groups of the last sign-in, so Cognito is asked: a caller who was removed from the group or
 * disabled since is refused. Runs after all checks that cost no request; fails closed.
 */
export const requireAdministrator: Middleware = {
  before: async ({ internal }) => {
    const administrator = internal.caller && (await readAdministrator(internal.caller.userId));
    if (!administrator) throw new CallError('ADMIN_ONLY');
    internal.administrator = administrator;
  },
};
