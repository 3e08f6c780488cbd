import { CallError } from '#shared/errors';
import { commonPasswords } from './common-passwords';

/** The user whose password is chosen. */
interface Owner {
  email: string;
  /** The display name. */
  username: string;
}

const productNames = ['revonizer', 'レボナイザー', 'サブスクリプション管理システム'];

/** The form in which passwords are compared: full width and letter case make no difference. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

let words: ReadonlySet<string> | undefined;
/**
 * Also one character again and again. The list is read at the first use, so that an instance that never needs it does
 * not spend time on it.
 */
const isCommon = (password: string): boolean => {
  words ??= new Set(commonPasswords.trim().split(/\s/));
  return words.has(plain(password)) || /^(.)\1*$/su.test(password);
};

const isOwnWord = (password: string, { email, username }: Owner): boolean =>
  [email, email.split('@')[0] ?? email, username, ...productNames].some((word) => plain(word) === plain(password));

/**
 * Refuses a new password that is among the 3,000 commonest, or equals the user's address (or its part before the @),
 * their name or the product's name, with WEAK_PASSWORD and the reason (ASVS 5.0 6.2.4, 6.2.11). `field` is the
 * password's name in the body.
 */
export function refuseWeakPassword(field: 'password' | 'newPassword', password: string, owner: Owner): void {
  const reason = isCommon(password)
    ? 'よく使われているパスワードのため、使用できません。'
    : isOwnWord(password, owner)
      ? 'メールアドレス、お名前、サービス名と同じパスワードは使用できません。'
      : undefined;
  if (reason === undefined) return;
  const text = `${reason}別のパスワードを入力してください。`;
  throw new CallError('WEAK_PASSWORD', { text, fields: { [field]: text } });
}
