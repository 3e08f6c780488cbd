import { clock } from '../../adapters/clock';
import { findUser, setPasswordAndName } from '../../adapters/cognito/registration';
import { hash } from '../../adapters/ids';
import { unseal } from '../../adapters/sealing';
import { endEpoch } from '../../adapters/users-table/epochs';
import { deleteRegistration, readRegistration, type RegistrationItem } from '../../adapters/users-table/registrations';
import { logger } from '../../runtime/logger';

/** The registration made by the browser of a call, with the secret of its cookie. */
export interface OwnRegistration {
  secret: string;
  item: RegistrationItem;
}

/** The registration of a cookie; undefined once it has expired. */
export async function ownRegistration(cookie: string | undefined): Promise<OwnRegistration | undefined> {
  const item = cookie === undefined ? undefined : await readRegistration(hash(cookie));
  return cookie !== undefined && item && item.expiresAt > clock.seconds() ? { secret: cookie, item } : undefined;
}

/**
 * Finishes a registration whose address was proven. If the user existed before this browser registered, they get the
 * password and name chosen in this browser, so that somebody who registered another person's address cannot sign in.
 * `user` is the address or id just confirmed. Returns the user's id; undefined if the registration belongs to another
 * user.
 */
export async function adopt({ secret, item }: OwnRegistration, user: string): Promise<string | undefined> {
  let { userId } = item;
  if (item.sealedPassword !== undefined) {
    const found = await findUser(user);
    if (found.email !== item.email) return undefined;
    await setPasswordAndName(found.userId, { username: item.username, password: unseal(item.sealedPassword, secret) });
    await endEpoch(found.userId);
    logger.info('registration adopted', { userId: found.userId });
    userId = found.userId;
  }
  await deleteRegistration(hash(secret));
  return userId;
}
