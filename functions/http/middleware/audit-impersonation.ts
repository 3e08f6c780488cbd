import type { Call } from '#shared/contract/call';
import { recordImpersonatedChange } from '../../domain/impersonation/audit';
import { originOf } from '../origin';
import type { Middleware } from './state';

/**
 * Records every change that an administrator makes for a user, after the request has passed every check. It is the last
 * middleware before the handler.
 */
export function auditImpersonation(call: Call): Middleware {
  return {
    before: async ({ event, internal }) => {
      if (!internal.caller?.session.impersonation || call.method === 'GET') return;
      const { requestId } = event.requestContext;
      await recordImpersonatedChange(
        internal.caller,
        { call: call.name, path: event.rawPath.slice(0, 300), requestId },
        originOf(event),
      );
    },
  };
}
