import { CallError } from '#shared/errors';
import commonPasswords from './common-passwords.json';

interface Owner {
  email: string;
  /** The display name. */
  username: string;
}

const productNames = ['revonizer', 'レボナイザー', 'サブスクリプション管理システム'];

/** The form for comparing passwords: width and letter case make no difference. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * The 3,000 most common passwords of at least 8 characters (ASVS 5.0 6.2.4), most common first, in lower case. Source:
 * the frequency list of passwords in zxcvbn 4.4.2 (npm), drawn from leaked passwords; MIT licence, copyright (c)
 * 2012-2016 Dan Wheeler and Dropbox, Inc. Some of the words are rude.
 */
export const commonWords = (): string[] => commonPasswords.join(' ').split(' ');

let words: ReadonlySet<string> | undefined;
/** A repeated single character counts as common too. The list is loaded at its first use. */
const isCommon = (password: string): boolean => {
  words ??= new Set(commonWords());
  return words.has(plain(password)) || /^(.)\1*$/su.test(password);
};

const isOwnWord = (password: string, { email, username }: Owner): boolean =>
  [email, email.split('@')[0] ?? email, username, ...productNames].some((word) => plain(word) === plain(password));

/**
 * Refuses with WEAK_PASSWORD and the reason if a new password is among the 3,000 most common, or equals the user's
 * address (or its part before the @), their name or the product's name (ASVS 5.0 6.2.4, 6.2.11). `field` is the
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
