import type { NoticeKind } from './notices-table';
import { noticeMail } from './notices';

const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
const at = Date.parse('2026-11-24T10:00:00+09:00') / 1000;
const textOf = (kind: NoticeKind) =>
  noticeMail(
    { kind, id: 'n-1', userId: 'user-1', to: 'owner@example.jp', at, expiresAt: at + 60 },
    { origin: 'https://portal.example.jp', contact },
  ).text;

test('a changed password: who did not change it can reset it', () => {
  expect(textOf('password-changed')).toContain('https://portal.example.jp/reset-password');
});

test('a changed address: the former one gets no reset any more, so its reader is told to call the staff', () => {
  expect(textOf('email-changed')).not.toContain('/reset-password');
  expect(textOf('email-changed')).toContain('お心当たりがない場合は、すぐに担当者までご連絡ください。');
});

// Each of these changes ends the other sessions (functions/security/change-securely.ts).
test.each(['password-changed', 'email-changed', 'phone-changed', 'mfa-enabled', 'mfa-disabled'] as const)(
  '%s: the mail says why the other devices are signed out',
  (kind) => expect(textOf(kind)).toContain('ほかの端末のログインは終了しています。'),
);

test('an impersonation may end before its hour is over', () => {
  expect(textOf('impersonation-began')).toContain('最長1時間');
});
