import { contactText } from '#shared/model/business';
import { dayInJapan } from '#shared/model/japan-time';
import { devicesText, type MovementLabel } from '#shared/model/movement';
import type { News, NewsNotice } from './notices-table';
import { escapeHtml, layOut, type Mail, type MailSettings } from './layout';

type Kind = NewsNotice['kind'];

interface Words {
  subject: string;
  text: string[];
}

const sent: Readonly<Record<MovementLabel, Words>> = {
  お届け: {
    subject: 'デバイスを発送しました',
    text: ['ご注文のデバイスを発送しました。到着までしばらくお待ちください。'],
  },
  返却: {
    subject: '返却用の箱を発送しました',
    text: ['返却用の箱を発送しました。届きましたら、箱にデバイスを入れて、1週間以内にご返送ください。'],
  },
  交換: {
    subject: '交換機を発送しました',
    text: ['交換機を発送しました。届きましたら、お手元のデバイスを1週間以内にご返送ください。'],
  },
};

const arrived: Readonly<Record<MovementLabel, Words>> = {
  お届け: {
    subject: 'デバイスの到着を確認しました',
    text: ['デバイスの到着を確認しました。ご利用ありがとうございます。'],
  },
  返却: {
    subject: '返却されたデバイスの到着を確認しました',
    text: ['ご返却のデバイスの到着を確認しました。ご返送ありがとうございました。'],
  },
  交換: {
    subject: 'ご返送のデバイスの到着を確認しました',
    text: ['ご返送のデバイスの到着を確認しました。これで交換のお手続きは完了です。'],
  },
};

/** Only movements are sent and arrive: there, `what` is the name of a kind of movement. */
const movementOf = ({ what }: News) => what as MovementLabel;

const words: Readonly<Record<Kind, (news: News) => Words>> = {
  'movement-sent': (news) => sent[movementOf(news)],
  'movement-arrived': (news) => arrived[movementOf(news)],
  'movement-cancelled': ({ what }) => ({
    subject: `${what}を取りやめました`,
    text: [
      [
        `${what}のお手続きは、担当者が取りやめました。`,
        ...(what === 'お届け' ? [] : ['このお手続きでデバイスをお送りいただく必要はありません。']),
      ].join(''),
    ],
  }),
  'request-in-work': ({ what }) => ({
    subject: `${what}のお申し込みの対応を始めました`,
    text: [`${what}のお申し込みについて、担当者が対応を始めました。`],
  }),
  'request-done': ({ what }) => ({
    subject: `${what}のお申し込みの対応が完了しました`,
    text: [`${what}のお申し込みの対応が完了しました。`],
  }),
  'request-cancelled': ({ what }) => ({
    subject: `${what}のお申し込みが取り消されました`,
    text: [`${what}のお申し込みは、担当者が取り消しました。`],
  }),
};

/** The mail of news about devices on their way and device requests. What people typed is escaped. */
export function newsMail({ kind, news, at }: NewsNotice & { at: number }, { origin, contact }: MailSettings): Mail {
  const { subject, text } = words[kind](news);
  const { receiptNumber, customerId, shopName, serialNumbers, count, parcel } = news;
  const lines = [
    `受付番号: ${receiptNumber}`,
    ...(shopName === '' ? [] : [`店舗: ${escapeHtml(shopName)}`]),
    `デバイス: ${escapeHtml(devicesText({ serialNumbers, count }))}`,
    ...(parcel && kind === 'movement-sent' ? [`お荷物: ${escapeHtml(`${parcel.carrier} ${parcel.number}`)}`] : []),
    `日付: ${dayInJapan(at)}`,
  ];
  return layOut({
    subject: `【レボナイザー】${subject}`,
    paragraphs: [...text, lines.join('<br>')],
    link: { label: '状況を確認する', url: `${origin}/store/${encodeURIComponent(customerId)}/devices` },
    validity: `このお知らせは、<a href="${origin}/settings">設定</a>の「メール通知」で停止できます。`,
    notYou: `ご不明な点は、担当者までご連絡ください。<br>${contactText(contact)}`,
  });
}
