import { demoPromotionCodes } from './make-promotion-codes';
import type { NewShop } from './open-shop';

/** A shop with long words and many devices, all of which stand there, so that a long list can be looked at. */
const largestShop: NewShop = {
  name: 'オゾンサロン＆トータルビューティースタジオみなとみらいグランドテラス横浜駅東口プレミアム店',
  address: {
    prefecture: '神奈川県',
    postalCode: '2200012',
    line1: '横浜市西区みなとみらい十丁目10番地10 グランドテラスみなとみらいセンタービルディング東館 地下1階 B-1010',
  },
  devices: 20,
  state: 'active',
  otherProduct: { name: 'オゾン濃度測定・年次点検つき安心メンテナンスパック（訪問対応）', unitAmount: 3_300 },
};

/** The owner's shops: one for each state of a subscription and of a payment that a screen can show. */
export const ownersShops: readonly NewShop[] = [
  {
    name: 'オゾンサロン青山店',
    address: { prefecture: '東京都', postalCode: '1070062', line1: '港区南青山1-1-1' },
    devices: 5,
    state: 'active',
  },
  {
    name: 'オゾンサロン銀座店',
    address: { prefecture: '東京都', postalCode: '1040061', line1: '中央区銀座2-2-2' },
    devices: 2,
    state: 'trialing',
  },
  {
    // The first charge to the card is declined: past due.
    name: 'オゾンサロン梅田店',
    address: { prefecture: '大阪府', postalCode: '5300001', line1: '大阪市北区梅田3-3-3' },
    devices: 1,
    card: 'pm_card_chargeCustomerFail',
    state: 'active',
  },
  {
    name: 'オゾンサロン名古屋店',
    address: { prefecture: '愛知県', postalCode: '4500002', line1: '名古屋市中村区名駅4-4-4' },
    devices: 3,
    state: 'ending',
  },
  {
    name: 'オゾンサロン札幌店',
    address: { prefecture: '北海道', postalCode: '0600042', line1: '札幌市中央区大通西5-5-5' },
    devices: 1,
    state: 'canceled',
    promoCode: demoPromotionCodes.exhausted,
  },
  {
    name: 'オゾンサロン福岡店',
    address: { prefecture: '福岡県', postalCode: '8100001', line1: '福岡市中央区天神6-6-6' },
  },
  {
    name: 'オゾンサロン仙台店',
    address: { prefecture: '宮城県', postalCode: '9800811', line1: '仙台市青葉区一番町7-7-7' },
    devices: 4,
    state: 'ends-tomorrow',
    promoCode: demoPromotionCodes.amount,
  },
  {
    name: 'オゾンサロン広島店',
    address: { prefecture: '広島県', postalCode: '7300013', line1: '広島市中区八丁堀8-8-8' },
    devices: 2,
    card: 'pm_card_chargeCustomerFail',
    state: 'unpaid',
  },
  {
    name: 'オゾンサロン京都店',
    address: { prefecture: '京都府', postalCode: '6008008', line1: '京都市下京区四条通9-9-9' },
    devices: 1,
    state: 'incomplete',
  },
  {
    name: 'オゾンサロン那覇店',
    address: { prefecture: '沖縄県', postalCode: '9000015', line1: '那覇市久茂地11-11-11' },
    devices: 2,
    state: 'increase-awaits',
  },
  largestShop,
];
