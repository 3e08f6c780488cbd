import { contactText } from '#shared/model/business';
import { returnTimes, noRefund, returnIfHeld } from '#shared/model/ending';
import { dayInJapan, dayInWords, timeInJapan } from '#shared/model/japan-time';
import type { SubscriptionNotice } from './notices-table';
import { escapeHtml, layOut, yenWithTax, type Mail, type MailSettings } from './layout';

type Facts = SubscriptionNotice['subscription'];

const endOf = ({ endsAt = 0 }: Facts): string => dayInJapan(endsAt);
const returnOf = (facts: Facts): string[] =>
  facts.endsAt === undefined
    ? []
    : [
        `返却用の箱の発送: ${dayInJapan(returnTimes(facts.endsAt).boxBy)}まで`,
        `デバイスのご返送: ${dayInJapan(returnTimes(facts.endsAt).returnBy)}まで`,
      ];
const owedOf = ({ owed = 0 }: Facts): string[] =>
  owed > 0 ? [`未払いのご請求: ${yenWithTax(owed)}（終了後もお支払いが必要です）`] : [];

const priceOf = ({ total }: Pick<Facts, 'total'>): string[] =>
  total === undefined ? [] : [`月額料金: ${yenWithTax(total)}（割引がある場合は、ご請求の際に差し引かれます）`];

interface Words {
  subject: string;
  text: (facts: Facts) => string[];
  /** Label and value of each fact, as one line. */
  facts: (facts: Facts) => string[];
  /** What stands in place of the usual words below them. */
  below?: { link?: string; validity: string; notYou: string };
}

const howToPay =
  'カードの有効期限やご利用可能額をご確認のうえ、下のリンクからお支払いください。別のカードへの変更もできます。';
const unpaidOf = ({ owed = 0 }: Facts): string => `未払いの金額: ${yenWithTax(owed)}`;
/** It ends at that time of the day: the day alone would promise its evening too. */
const deadlineOf = ({ endsAt = 0 }: Facts): string => timeInJapan(endsAt);
const belowLate = {
  validity: '行き違いですでにお支払いいただいている場合は、ご容赦ください。',
  notYou: 'ご不明な点は、担当者までご連絡ください。',
};
const late: Pick<Words, 'facts' | 'below'> = {
  facts: (facts) => [unpaidOf(facts), `お支払いの期限: ${deadlineOf(facts)}`],
  below: { link: 'お支払い状況を確認する', ...belowLate },
};

const words: Readonly<Record<SubscriptionNotice['kind'], Words>> = {
  ordered: {
    subject: 'お申し込みを受け付けました',
    text: () => ['Revonizerのお申し込みを受け付けました。デバイスは、ご登録のお届け先へ発送します。'],
    facts: ({ devices, shipsBy, endsAt, ...rest }) => [
      ...(devices === undefined ? [] : [`ご利用台数: ${devices}台`]),
      ...(shipsBy === undefined ? [] : [`デバイスの発送: ${dayInWords(shipsBy)}まで`]),
      ...priceOf(rest),
      ...(endsAt === undefined ? [] : [`無料トライアルの終了日: ${dayInJapan(endsAt)}`]),
    ],
  },
  // Stripe charges at the hour at which the trial ends, which is that of the order.
  'trial-ending': {
    subject: '無料トライアルがまもなく終了します',
    text: (facts) => {
      const end = timeInJapan(facts.endsAt ?? 0);
      // Without a card the portal's orders end with their trial (functions/billing/subscriptions.ts).
      if (facts.withoutCard)
        return [
          `無料トライアルは${end}に終了します。お支払い方法が登録されていません。このままでは、その時にご契約も終了します。`,
          'ご利用を続ける場合は、それまでに契約の画面からカードをご登録ください。月額料金のご請求は、トライアルの終了時から始まります。',
        ];
      const charged = `無料トライアルは${end}に終了し、その時から月額料金のご請求が始まります。`;
      return facts.plannedEnd === undefined
        ? [
            `${charged}ご利用を続ける場合、お手続きは必要ありません。`,
            '続けない場合は、それまでに契約の画面から解約のお手続きをお願いします。',
          ]
        : [
            `${charged}ご契約は、お手続きのとおり${dayInJapan(facts.plannedEnd)}に終了します。`,
            '無料トライアルの終了とともにやめる場合は、それまでに契約の画面からお手続きをお願いします。',
          ];
    },
    facts: ({ devices, endsAt, ...rest }) => [
      ...(devices === undefined ? [] : [`ご利用台数: ${devices}台`]),
      ...(endsAt === undefined ? [] : [`無料トライアルの終了日: ${dayInJapan(endsAt)}`]),
      ...priceOf(rest),
    ],
  },
  'card-expires': {
    subject: 'お支払い用カードの有効期限が近づいています',
    text: () => [
      'お支払いに使用するカードの有効期限が近づいています。新しいカードを、契約の画面からご登録ください。',
      '期限が過ぎると、次回のお支払いができないことがあります。すでに新しいカードをご登録の場合、お手続きは必要ありません。',
    ],
    facts: ({ last4, endsAt }) => [
      ...(last4 === undefined ? [] : [`カード番号: 下4桁 ${last4}`]),
      // The second before the month is over.
      ...(endsAt === undefined ? [] : [`有効期限: ${dayInJapan(endsAt - 1)}`]),
    ],
  },
  'will-end': {
    subject: '解約を受け付けました',
    text: (facts) => [
      `解約のお手続きを受け付けました。ご契約は${endOf(facts)}に終了します。それまでは、これまでどおりご利用いただけます。`,
      `終了日までは、契約の画面から解約を取り消せます。${returnIfHeld}`,
    ],
    facts: (facts) => [`ご契約の終了日: ${endOf(facts)}`, ...returnOf(facts), ...owedOf(facts)],
  },
  ended: {
    subject: 'ご契約が終了しました',
    text: () => [`ご契約が終了しました。${returnIfHeld}${noRefund}`],
    facts: (facts) => [
      ...(facts.endsAt === undefined ? [] : [`ご契約の終了日: ${endOf(facts)}`]),
      ...returnOf(facts),
      ...owedOf(facts),
    ],
  },
  'end-withdrawn': {
    subject: '解約を取り消しました',
    text: () => ['解約のお手続きを取り消しました。ご契約はこれまでどおり続きます。'],
    facts: () => [],
  },
  'payment-overdue': {
    subject: 'お支払いが確認できていません',
    text: (facts) => [
      `サブスクリプションのご利用料金のお支払いが確認できていません。${deadlineOf(facts)}までにお支払いがない場合、利用規約に基づきご契約は終了します。`,
      howToPay,
    ],
    ...late,
  },
  'ends-in-two-weeks': {
    subject: 'お支払いのお願い（このままではご契約が終了します）',
    text: (facts) => [
      `ご利用料金のお支払いがまだ確認できていません。このままお支払いがない場合、${deadlineOf(facts)}にご契約は終了します。`,
      howToPay,
    ],
    ...late,
  },
  'ends-soon': {
    subject: 'まもなくご契約が終了します（お支払いのお願い）',
    text: (facts) => [
      `ご利用料金のお支払いがまだ確認できていません。${deadlineOf(facts)}までにお支払いがない場合、ご契約は終了し、デバイスをご返却いただくことになります。`,
      howToPay,
    ],
    ...late,
  },
  'contract-ended': {
    subject: 'ご契約が終了しました',
    text: (facts) => [
      `ご利用料金のお支払いを確認できないまま更新日を迎えたため、${endOf(facts)}をもってご契約が終了しました。`,
      '未払いのご利用料金は、ご契約の終了後もお支払いが必要です。',
      returnIfHeld,
    ],
    facts: (facts) => [unpaidOf(facts), `ご契約の終了日: ${endOf(facts)}`],
    below: belowLate,
  },
};

/** The mail about a subscription. The shop's name is escaped, because its owner typed it. */
export function subscriptionMail({ kind, subscription }: SubscriptionNotice, { origin, contact }: MailSettings): Mail {
  const { subject, text, facts, below } = words[kind];
  const lines = [
    ...(subscription.shopName === '' ? [] : [`店舗: ${escapeHtml(subscription.shopName)}`]),
    ...facts(subscription),
  ];
  const url = `${origin}/subscription/${encodeURIComponent(subscription.id)}`;
  return layOut({
    subject: `【レボナイザー】${subject}`,
    paragraphs: [...text(subscription), lines.join('<br>')],
    link: { label: below?.link ?? 'ご契約の内容を確認する', url },
    validity: below?.validity ?? '日付は日本時間です。',
    notYou: `${below?.notYou ?? 'お心当たりがない場合や、ご不明な点は、担当者までご連絡ください。'}<br>${contactText(contact)}`,
  });
}
