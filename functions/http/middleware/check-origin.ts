import { CallError } from '#shared/errors';
import { requireEnv } from '../../runtime/environment';
import type { Middleware } from './state';

/**
 * A browser names the origin of a request in `Origin` or, if that is missing, in `Sec-Fetch-Site`. Requests from
 * another site are refused for every method (ASVS 5.0 3.5). Programs other than browsers send neither header, and they
 * carry no cookie of a victim.
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
