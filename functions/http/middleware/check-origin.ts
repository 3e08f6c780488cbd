import { CallError } from '#shared/errors';
import { requireEnv } from '../../runtime/environment';
import type { Middleware } from './state';

/**
 * A browser says where a request comes from, by `Origin` or, where it leaves that out, by `Sec-Fetch-Site`. Another
 * site is refused, whatever the method (ASVS 3.5). Programs that are no browser send neither and carry no cookie of a
 * victim's.
 */
export const checkOrigin: Middleware = {
  before: ({ event }) => {
    const origin = event.headers['origin'];
    const site = event.headers['sec-fetch-site'];
    const foreign =
      origin !== undefined
        ? origin !== requireEnv('PORTAL_ORIGIN')
        : site !== undefined && site !== 'same-origin' && site !== 'none';
    if (foreign) throw new CallError('ORIGIN_NOT_ALLOWED');
  },
};
