import { errors } from '#shared/errors';
import type { Caller } from '../caller';

/** Why a user cannot be deleted, as a Japanese text; undefined if nothing blocks it. */
export function deletionBlocker({ shops, session }: Pick<Caller, 'shops' | 'session'>): string | undefined {
  if (session.impersonation) return errors.IMPERSONATION_FORBIDDEN.text;
  return shops.length > 0 ? errors.ACCOUNT_NOT_DELETABLE.text : undefined;
}
