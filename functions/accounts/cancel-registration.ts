import { CallError } from '#shared/errors';
import { contactText, type Contact } from '#shared/model/business';
import { clock } from '#functions/platform/clock';
import { readAccount } from '#functions/platform/cognito/accounts';
import { hash } from '#functions/platform/ids';
import { deleteCancellation, readCancellation } from './registrations-table';
import { readPartition } from '#functions/platform/users-table';
import { logger } from '#functions/platform/logger';
import type { Origin } from '#functions/http/caller';
import { parseSecretToken } from './link-token';
import { stageContact } from '#functions/platform/environment';
import { accountOf } from '#functions/limits/attempts';
import { deleteUserOf, requireNoOpening } from './delete-account';

const withShops = (contact: Contact): string =>
  'このアカウントには店舗が登録されているため、ここでは削除できません。' +
  `お手数ですが、担当者までご連絡ください。${contactText(contact)}`;

const usedUp =
  'このリンクは無効か、すでに使用されています。登録が残っている場合は、最後に届いたメールのリンクをお使いください。';

/**
 * Deletes the user of a registration's mail for the person who got the mail: unconfirmed, or an account without a shop,
 * with its sessions. The token counts once and only for this user at this address. If they are gone already, or have
 * another address by now, it succeeds too. Refuses with LINK_INVALID, or with ACCOUNT_NOT_DELETABLE if there is a shop.
 */
export async function cancelRegistration(token: string, from: Origin): Promise<void> {
  const link = parseSecretToken(token);
  const secretHash = hash(link?.secret ?? '');
  const item = link && (await readCancellation(secretHash));
  if (!item || item.expiresAt <= clock.seconds()) throw new CallError('LINK_INVALID', { text: usedUp });
  const { userId } = link;
  const account = await readAccount(userId);
  if (account && accountOf(account.email) === item.account) {
    const { shops } = await readPartition(userId, 'ownership');
    if (shops.length > 0) throw new CallError('ACCOUNT_NOT_DELETABLE', { text: withShops(stageContact()) });
    await requireNoOpening(userId);
    const email = account.usable ? account.email : undefined;
    await deleteUserOf({ userId, email, by: 'mail', from });
    logger.warn('registration cancelled', { userId, from: from.address });
  }
  await deleteCancellation(secretHash);
}
