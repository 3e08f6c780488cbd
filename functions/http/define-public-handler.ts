import type { Call } from '#shared/contract/call';
import { handlerOf, type CallHandler } from './handler-of';
import type { Run } from './request';

/** The handler of a call that anybody may make, or an outside service that signs it. It loads no code of sessions. */
export const definePublicHandler = <const C extends Call & { access: 'public' | 'webhook' }>(
  call: C,
  run: Run<C>,
): CallHandler => handlerOf(call, { first: [], last: [], owns: async () => undefined }, run);
