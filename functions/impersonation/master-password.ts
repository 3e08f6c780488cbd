import { CallError } from '#shared/errors';
import { masterPasswordLifetime, noReason } from '#shared/model/impersonation';
import { timeInJapan } from '#shared/model/japan-time';
import { addAuditRecord } from '#functions/platform/audit-record';
import { clock } from '#functions/platform/clock';
import { hash, randomText } from '#functions/platform/crypto';
import { putSecretItem, readSecretItem } from '#functions/platform/secret-items';
import type { Caller, Viewer } from '#functions/http/caller';
import { lacksSecondStep, secondStepCountsAt, type Administrator } from './impersonations';

export interface MasterPasswordItem {
  /** Id of the administrator for whom it was made. */
  administrator: string;
  /** Their credential epoch then; it works only in this one. */
  epoch: number;
  reason: string;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

/** Letters and digits that look different in any font. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
/** 28 characters are 162 bits, so that nobody guesses one and its hash needs no salt. */
const length = 28;
const form = new RegExp(`^[${letters}]{${length}}$`);

const description = [
  '管理者以外の利用者のメールアドレスと、このマスターパスワードでログインできます。',
  '表示した管理者だけのもので、15分で使えなくなります。',
  '代理ログインは最長1時間で終了し、管理者の名前・理由・開始・終了が記録され、利用者にも表示されます。',
].join('');

/** Makes a master password, after recording that; only its hash is kept. Throws SECOND_STEP_REQUIRED. */
export async function makeMasterPassword(
  { caller, administrator, from }: { caller: Caller; administrator: Administrator; from: Viewer },
  reason: string = noReason,
) {
  if (lacksSecondStep(administrator)) throw new CallError('SECOND_STEP_REQUIRED');
  const { userId, profile } = caller;
  const countsAt = secondStepCountsAt(profile);
  if (countsAt !== undefined)
    throw new CallError('SECOND_STEP_REQUIRED', {
      text: `2段階認証を設定してから24時間は、マスターパスワードを表示できません。${timeInJapan(countsAt)}以降にもう一度お試しください。`,
    });
  const masterPassword = randomText(letters, length);
  await addAuditRecord({ event: 'master-password-shown', userId: '-', by: userId, reason, ...from });
  const item: MasterPasswordItem = {
    administrator: userId,
    epoch: profile.epoch ?? 0,
    reason,
    expiresAt: clock.seconds() + masterPasswordLifetime,
  };
  await putSecretItem('MASTER-PASSWORD', hash(masterPassword), item);
  return { masterPassword, description };
}

/** For whom and why a master password was made; undefined if unknown or expired. Its hash finds it: no timing tells. */
export const findMasterPassword = async (given: string): Promise<MasterPasswordItem | undefined> =>
  form.test(given) ? readSecretItem('MASTER-PASSWORD', hash(given)) : undefined;
