import { contactText } from '#shared/model/business';
import { returnIfHeld } from '#shared/model/ending';
import { dayInJapan, timeInJapan } from '#shared/model/japan-time';
import type { LateNotice, LateNoticeKind } from './notices-table';
import { escapeHtml, layOut, yenWithTax, type Mail, type MailSettings } from './layout';

const howToPay =
  'カードの有効期限やご利用可能額をご確認のうえ、下のリンクからお支払いください。別のカードへの変更もできます。';

const words: Readonly<Record<LateNoticeKind, { subject: string; text: (end: string) => string[] }>> = {
  'payment-overdue': {
    subject: 'お支払いが確認できていません',
    text: (end) => [
      `サブスクリプションのご利用料金のお支払いが確認できていません。${end}までにお支払いがない場合、利用規約に基づきご契約は終了します。`,
      howToPay,
    ],
  },
  'ends-in-two-weeks': {
    subject: 'お支払いのお願い（このままではご契約が終了します）',
    text: (end) => [
      `ご利用料金のお支払いがまだ確認できていません。このままお支払いがない場合、${end}にご契約は終了します。`,
      howToPay,
    ],
  },
  'ends-soon': {
    subject: 'まもなくご契約が終了します（お支払いのお願い）',
    text: (end) => [
      `ご利用料金のお支払いがまだ確認できていません。${end}までにお支払いがない場合、ご契約は終了し、デバイスをご返却いただくことになります。`,
      howToPay,
    ],
  },
  'contract-ended': {
    subject: 'ご契約が終了しました',
    text: (end) => [
      `ご利用料金のお支払いを確認できないまま更新日を迎えたため、${end}をもってご契約が終了しました。`,
      '未払いのご利用料金は、ご契約の終了後もお支払いが必要です。',
      returnIfHeld,
    ],
  },
};

/** The mail about a late payment. The shop's name is escaped, because its owner typed it. */
export function latePaymentMail({ kind, contract }: LateNotice, { origin, contact }: MailSettings): Mail {
  const { subject, text } = words[kind];
  const ended = kind === 'contract-ended';
  // It ends at that time of the day: the day alone would promise its evening too.
  const end = ended ? dayInJapan(contract.endsAt) : timeInJapan(contract.endsAt);
  const facts = [
    ...(contract.shopName === '' ? [] : [`店舗: ${escapeHtml(contract.shopName)}`]),
    `未払いの金額: ${yenWithTax(contract.owed)}`,
    `${ended ? 'ご契約の終了日' : 'お支払いの期限'}: ${end}`,
  ];
  return layOut({
    subject: `【レボナイザー】${subject}`,
    paragraphs: [...text(end), facts.join('<br>')],
    link: {
      label: ended ? 'ご契約の内容を確認する' : 'お支払い状況を確認する',
      url: `${origin}/subscription/${encodeURIComponent(contract.subscriptionId)}`,
    },
    validity: '行き違いですでにお支払いいただいている場合は、ご容赦ください。',
    notYou: `ご不明な点は、担当者までご連絡ください。<br>${contactText(contact)}`,
  });
}
