import type { SubscriptionNotice } from './notices-table';
import { subscriptionMail } from './subscription-mails';

const settings = {
  origin: 'https://portal.example.jp',
  contact: { company: '株式会社テスト', address: '東京都', telephone: '03-1111-2222', hours: '平日 10:00〜18:00' },
};
const endsAt = Date.parse('2027-01-20T03:00:00Z') / 1000;
const subscription: SubscriptionNotice['subscription'] = { id: 'sub_1', shopName: '青山店', owed: 9_900, endsAt };

test.each([
  ['planned', () => subscriptionMail({ kind: 'will-end', subscription }, settings)],
  ['reached', () => subscriptionMail({ kind: 'ended', subscription }, settings)],
  ['forced', () => subscriptionMail({ kind: 'contract-ended', subscription }, settings)],
])('an end, %s: a box is promised to who has devices, as nothing may have been shipped yet', (_what, mail) => {
  expect(mail().html).toContain('お手元にデバイスがある場合は、契約の終了日から1週間以内に返却用の箱をお送りします。');
});
