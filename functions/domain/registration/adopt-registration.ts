import { clock } from '../../adapters/clock';
import { findUser, setPasswordAndName } from '../../adapters/cognito/registration';
import { hash } from '../../adapters/ids';
import { unseal } from '../../adapters/sealing';
import { deleteRegistration, readRegistration, type RegistrationItem } from '../../adapters/users-table/registrations';
import { logger } from '../../runtime/logger';

/** The registration that the browser of a call made, with the secret it is known by. */
export interface OwnRegistration {
  secret: string;
  item: RegistrationItem;
}

/** The registration of a cookie while it lasts. */
export async function ownRegistration(cookie: string | undefined): Promise<OwnRegistration | undefined> {
  const item = cookie === undefined ? undefined : await readRegistration(hash(cookie));
  return cookie !== undefined && item && item.expiresAt > clock.seconds() ? { secret: cookie, item } : undefined;
}

/**
 * Finishes a registration whose address was proved: where the user was there before this browser registered, it gets
 * the password and name chosen in this browser, so that nobody who registered with somebody else's address keeps a
 * way in. `user` is the address or sub that was just confirmed. Answers the sub; undefined where the registration is
 * another's.
 */
export async function adopt({ secret, item }: OwnRegistration, user: string): Promise<string | undefined> {
  let { userId } = item;
  if (item.sealedPassword !== undefined) {
    const found = await findUser(user);
    if (found.email !== item.email) return undefined;
    await setPasswordAndName(found.userId, { username: item.username, password: unseal(item.sealedPassword, secret) });
    logger.info('registration adopted', { userId: found.userId });
    userId = found.userId;
  }
  await deleteRegistration(hash(secret));
  return userId;
}
