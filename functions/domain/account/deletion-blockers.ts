import { errors } from '#shared/errors';
import type { Caller } from '../caller';

/** Why a user cannot be deleted, for people; undefined where nothing keeps them. */
export function deletionBlocker({ shops, session }: Pick<Caller, 'shops' | 'session'>): string | undefined {
  if (session.impersonation) return errors.IMPERSONATION_FORBIDDEN.text;
  return shops.length > 0 ? errors.ACCOUNT_NOT_DELETABLE.text : undefined;
}
