import type { Call } from '#shared/contract/call';
import { idempotencyHeader } from '#shared/limits';
import { identifyRequest } from '../../domain/idempotency/identify';
import type { Middleware } from './state';

const header = idempotencyHeader.toLowerCase();

/** Says by what a repeated request of an idempotent call is recognized; a header that can be no key is refused. */
export function identifyRepeats(call: Call): Middleware {
  return {
    before: ({ event, internal }) => {
      if (!call.idempotent) return;
      const content = { ...(internal.params as object | undefined), ...(internal.body as object | undefined) };
      internal.idempotency = identifyRequest(call.name, content, event.headers[header]);
    },
  };
}
