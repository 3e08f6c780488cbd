import type { LegalText } from './legal-text';

/** Terms to be read to their end before a device is returned or exchanged. */
export type DeviceTerms = Pick<LegalText, 'title' | 'articles'>;

/** When a return that lowers the subscription lowers what is billed (spec 9). */
export const returnLowers = '返却とあわせて契約台数を減らす場合は、お申し込みの後のご請求から減額されます。';

/** Return terms of spec 9: no refund, reduction from the next billing, box in 2-3 business days. */
export const returnTerms: DeviceTerms = {
  title: '返却規約',
  articles: [
    {
      heading: '料金について',
      paragraphs: [
        'お支払い済みの料金の返金、および日割りでの精算はいたしません。月の途中で返却された場合も、その月の料金は全額かかります。',
        '返却による料金の減額は、次回のご請求分から適用されます。',
        returnLowers,
      ],
    },
    {
      heading: '返却用の箱について',
      paragraphs: [
        '返却用の箱を、お申し込みから2〜3営業日以内に、ご登録のお届け先へお送りします。',
        '箱が届きましたら、デバイスと付属品をすべて入れ、同封の案内に沿ってご返送ください。',
      ],
    },
    {
      heading: '返却されるデバイスについて',
      paragraphs: [
        'デバイスと付属品に、外観の破損や紛失がある場合は、利用規約に定める費用をご請求することがあります。',
        '返却のお手続き中は、同じデバイスについて別のお手続きはできません。',
      ],
    },
    {
      heading: 'お申し込みの取り消しについて',
      paragraphs: [
        'お申し込み後に取り消される場合は、担当者が準備を始める前であれば、店舗詳細の画面から取り下げられます。',
        '準備を始めた後は、箱が届く前に、担当者までご連絡ください。',
        '返却とあわせて契約台数を減らすお申し込みは、取り下げられません。担当者までご連絡ください。',
      ],
    },
  ],
};

/** Exchange terms of spec 9: free and charged cases, the arrival of the new unit and the return of the old one. */
export const exchangeTerms: DeviceTerms = {
  title: '交換規約',
  articles: [
    {
      heading: '費用について',
      paragraphs: [
        '通常の使用による自然故障の場合、交換は無料です。',
        '外観に破損がある場合は、程度に応じて10,000円〜15,000円の費用をご請求します。',
        'デバイスを紛失された場合は、198,000円をご請求します。',
      ],
    },
    {
      heading: '交換機について',
      paragraphs: [
        '交換機は、点検と整備を済ませた整備済みのデバイスです。新品ではありません。',
        '交換機は、お申し込みから3営業日以内に、ご登録のお届け先へ発送します。',
      ],
    },
    {
      heading: 'お手元のデバイスの返送について',
      paragraphs: [
        '交換機の到着から1週間以内に、お手元のデバイスをご返送ください。交換機の箱と、同封の返送用の案内をご利用いただけます。',
        '期限を過ぎた場合は、追加の費用をご請求することがあります。',
      ],
    },
    {
      heading: '診断の結果について',
      paragraphs: ['ご返送いただいたデバイスを確認し、費用が発生する場合は、ご請求の前に担当者からご連絡します。'],
    },
  ],
};
