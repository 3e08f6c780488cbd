import type { Call } from '#shared/contract/call';
import { idempotencyHeader } from '#shared/limits';
import { identifyRequest } from '../../domain/idempotency/identify';
import type { Middleware } from './state';

const header = idempotencyHeader.toLowerCase();

/** Identifies the request of an idempotent call, so that a repeat is recognized; a malformed header is refused. */
export function identifyRepeats(call: Call): Middleware {
  return {
    before: ({ event, internal }) => {
      if (!call.idempotent) return;
      const content = { ...(internal.params as object | undefined), ...(internal.body as object | undefined) };
      internal.idempotency = identifyRequest(call.name, content, event.headers[header]);
    },
  };
}
