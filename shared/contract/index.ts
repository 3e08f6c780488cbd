import * as account from './account';
import * as admin from './admin';
import * as auth from './auth';
import * as billing from './billing';
import type { Call } from './call';
import * as device from './device';
import * as platform from './platform';
import * as repair from './repair';
import * as security from './security';
import * as shop from './shop';

/**
 * The contract table: every documented call once. The browser imports the noun's file instead, to load what it uses.
 */
export const calls: readonly Call[] = [auth, account, security, admin, shop, billing, device, repair, platform].flatMap(
  (noun) => Object.values(noun) as Call[],
);
