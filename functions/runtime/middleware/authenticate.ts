import type { Call } from '../../../shared/contract/call';
import { CallError } from '../../../shared/errors';
import { adminGroup } from '../../domain/account/to-user';
import { openSession } from '../../domain/session/open-session';
import { cookieNames, readCookie } from '../cookies';
import { logger } from '../logger';
import type { Middleware } from './state';

/** Authenticates the caller; fails closed. */
export function authenticate(call: Call & { access: 'user' | 'admin' }): Middleware {
  return {
    before: async ({ event, internal }) => {
      const caller = await openSession(readCookie(event.cookies, cookieNames.session), call.reads ?? 'ownership');
      if (!caller) throw new CallError('NOT_SIGNED_IN');
      logger.appendKeys({ userId: caller.userId });
      if (call.access === 'admin' && !caller.profile.groups.includes(adminGroup)) throw new CallError('ADMIN_ONLY');
      internal.caller = caller;
    },
  };
}
