import { timeInJapan } from '#shared/model/japan-time';
import { removeDelivery, type DeliveryItem, type DifferenceNews } from '../../adapters/devices-table/deliveries';
import { tellStaffOnce, type StaffMessage } from '../../adapters/sns/tell-staff';
import { deliver, type DeliveryOptions } from './deliver-request';

const words = {
  found: {
    subject: 'Device count differs',
    text: [
      '記録上のお手元の台数とご請求の台数が異なり、進行中の移動では説明できません。',
      'お客様の手続きによるものとは限りません。次の記録をご確認ください。',
      '・デバイス管理: 区分、状態、契約ID',
      '・Stripe: サブスクリプションの数量',
      '・申請管理: 完了や取消にした移動',
    ],
  },
  gone: {
    subject: 'Device count agrees again',
    text: ['以前お知らせした台数の差は、解消したか、進行中の移動で説明できるようになりました。対応は不要です。'],
  },
} as const;

/** The message to the staff about a difference: both counts with the age of each. */
function differenceMessage(news: DifferenceNews): StaffMessage {
  const { change, customerId, subscriptionId, shop, held, billed, heldAt, billedAt, noticedAt, open } = news;
  const { subject, text } = words[change];
  return {
    subject: `${subject}: ${held}/${billed}`,
    text: [
      ...text,
      '',
      `お手元の台数: ${held}台（Kintone、${timeInJapan(heldAt)} 時点）`,
      `ご請求の台数: ${billed}台（Stripe、${timeInJapan(billedAt)} 時点）`,
      `差に気づいた日時: ${timeInJapan(noticedAt)}`,
      `進行中の移動: ${open.join('、') || 'なし'}`,
      `店舗: ${shop.name || 'なし'}`,
      `電話番号: ${shop.phone || 'なし'}`,
      `契約ID: ${subscriptionId}`,
      `顧客ID: ${customerId}`,
    ].join('\n'),
    attributes: { requestId: subscriptionId, kind: 'difference' },
  };
}

/** Tells the staff of a difference by a claimed delivery; returns whether that was done. */
export const deliverDifference = (
  delivery: DeliveryItem,
  news: DifferenceNews,
  options: DeliveryOptions,
): Promise<boolean> =>
  deliver(
    delivery,
    {
      receiptNumber: news.subscriptionId,
      // No step of a difference: it has no record of its own.
      record: async () => {},
      message: (until) => tellStaffOnce(differenceMessage(news), until),
      finish: () => removeDelivery(delivery),
    },
    options,
  );
