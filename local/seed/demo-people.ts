import type { SignIn } from '../cloud/state/state-file';

/** The password of all demo users. Long enough, and not on the lists of leaked passwords. */
export const demoPassword = 'Revonizer-Demo-35';

export interface DemoPerson {
  as: SignIn['as'];
  email: string;
  username: string;
  /** E.164; needed for the second step `sms`. */
  phone?: string;
}

/** One sign-in for each state of an account that a screen can show. Mails to example.jp reach nobody. */
export const demoPeople: readonly DemoPerson[] = [
  { as: 'owner', email: 'owner@example.jp', username: '青山オーナー' },
  { as: 'chain', email: 'chain@example.jp', username: 'リラクゼーション空 本部' },
  { as: 'empty', email: 'empty@example.jp', username: 'はじめて' },
  { as: 'sms', email: 'sms@example.jp', username: 'SMS認証さん', phone: '+819012345678' },
  { as: 'totp', email: 'totp@example.jp', username: 'アプリ認証さん' },
  { as: 'admin', email: 'admin@example.jp', username: '管理者' },
];
