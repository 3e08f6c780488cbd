import type { Call } from '#shared/contract/call';
import { CallError } from '#shared/errors';
import { adminGroup } from '#shared/limits';
import { mayGoOn } from '../../domain/impersonation/may-go-on';
import { openSession } from '../../domain/session/open-session';
import { isRecentlyAuthenticated } from '../../domain/session/recent-authentication';
import { cookieNames, readCookie } from '../cookies';
import { logger } from '../../runtime/logger';
import type { Middleware } from './state';

/** Authenticates the caller, and refuses calls that the session does not allow; fails closed. */
export function authenticate(call: Call & { access: 'user' | 'admin' }): Middleware {
  return {
    before: async ({ event, internal }) => {
      const caller = await openSession(readCookie(event.cookies, cookieNames.session), call.reads ?? 'account');
      if (!caller) throw new CallError('NOT_SIGNED_IN');
      const { impersonation } = caller.session;
      logger.appendKeys({
        userId: caller.userId,
        ...(impersonation && { impersonation: impersonation.id }),
      });
      // Administrators have their rights only in a session of their own, not in an impersonation.
      if (call.access === 'admin' && (impersonation || !caller.profile.groups.includes(adminGroup)))
        throw new CallError('ADMIN_ONLY');
      if (impersonation) {
        if (call.impersonation === 'refused') throw new CallError('IMPERSONATION_FORBIDDEN');
        if (!(await mayGoOn(impersonation))) throw new CallError('NOT_SIGNED_IN');
      }
      if (call.recentAuthentication && !isRecentlyAuthenticated(caller.session))
        throw new CallError('RECENT_AUTHENTICATION_REQUIRED');
      internal.caller = caller;
    },
  };
}
