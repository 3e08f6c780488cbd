import type { ShopRecord } from '#shared/model/customer';

const utf8 = (text: string): number => Buffer.byteLength(text);

/**
 * Bytes of a value in DynamoDB: texts in UTF-8, numbers half a byte a digit and one more, lists and maps three bytes
 * and one for each entry (Amazon DynamoDB developer guide, "DynamoDB item sizes and formats").
 */
function valueBytes(value: unknown): number {
  if (typeof value === 'string') return utf8(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 1;
  if (Array.isArray(value)) return 3 + value.reduce<number>((sum, one) => sum + 1 + valueBytes(one), 0);
  if (typeof value === 'object' && value !== null) return 3 + Object.keys(value).length + itemBytes(value);
  return 1;
}

/** Bytes of an item: its names and its values. */
export const itemBytes = (item: object): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + utf8(name) + valueBytes(value), 0);

const id = (prefix: string): string => prefix.padEnd(28, 'x');
const user = `USER#${'x'.repeat(36)}`;
const address = {
  postal_code: '1500001',
  state: '東京都',
  city: '渋谷区',
  line1: '神宮前一丁目2番3号',
  line2: 'メゾン青山301',
  country: 'JP',
};

const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 };

/** Two years of monthly payments, the most that a snapshot keeps. */
export const payments = 24;

/**
 * The snapshot of a shop: one subscription in two tiers, and two years of payments with addresses as long as Stripe's.
 */
const shop: ShopRecord = {
  customer: {
    id: id('cus_'),
    name: 'サロン・ド・青山',
    email: 'owner@example.co.jp',
    phone: '0312345678',
    created: 1_700_000_000,
    default_payment_method: { card, created: 1_700_000_000 },
    address,
    shipping: { address, name: 'サロン・ド・青山', phone: '0312345678' },
    metadata: { サロン名: 'サロン・ド・青山', 代理店名: '123456' },
  },
  subscriptions: [
    {
      id: id('sub_'),
      status: 'active',
      cancel_at_period_end: false,
      ends_at: null,
      current_period_end: 1_800_000_000,
      current_period_start: 1_797_000_000,
      trial_end: null,
      items: (['FIRST_UNIT', 'SECOND_TO_FOURTH'] as const).map((tier) => ({
        subscription_item_id: id('si_'),
        quantity: 1,
        product: { name: 'レボナイザー 1台目', description: null, tier },
        amount: 9_900,
        currency: 'jpy',
        interval: 'month',
        price_id: id('price_'),
      })),
      discounts: [],
      default_payment_method: { card, created: 1_700_000_000 },
    },
  ],
  payment_history: Array.from({ length: payments }, () => ({
    id: id('in_'),
    amount: 9_900,
    currency: 'jpy',
    created: 1_800_000_000,
    status: 'paid',
    invoice_pdf: 'x'.repeat(185),
    hosted_invoice_url: 'x'.repeat(180),
    subscription: id('sub_'),
  })),
  readAt: 1_800_000_000,
};

const keys = { pk: user, sk: `SNAPSHOT#${id('cus_')}` };

/** Bytes of the tables' items with their keys, in the shape that functions/adapters stores. */
export const itemSizes = {
  profile: itemBytes({
    ...keys,
    userId: 'x'.repeat(36),
    email: 'owner@example.co.jp',
    username: '山田 花子',
    phoneNumber: '09012345678',
    hasCompletedSetup: true,
    groups: [],
    createdAt: 1_800_000_000,
  }),
  /** Cognito's refresh token (some 1,800 characters), sealed and in base64url, is most of it. */
  session: itemBytes({
    ...keys,
    secretHash: 'x'.repeat(43),
    createdAt: 1_800_000_000,
    lastSeenAt: 1_800_000_000,
    provedAt: 1_800_000_000,
    expiresAt: 1_800_000_000,
    userAgent: 'x'.repeat(140),
    address: '203.0.113.113',
    sealedToken: 'x'.repeat(2_440),
  }),
  ownership: itemBytes({
    ...keys,
    customerId: id('cus_'),
    createdAt: 1_800_000_000,
    acceptance: {
      termsVersion: '2026-11-01',
      termsHash: 'x'.repeat(43),
      privacyVersion: '2026-11-01',
      privacyHash: 'x'.repeat(43),
      acceptedAt: 1_800_000_000,
    },
  }),
  owner: itemBytes({ pk: `CUSTOMER#${id('cus_')}`, sk: '-', userId: 'x'.repeat(36) }),
  snapshot: itemBytes({
    ...keys,
    customerId: id('cus_'),
    record: shop,
    readAtMs: 1_800_000_000_000,
    linked: [id('sub_'), id('si_'), id('si_')],
    shelved: [id('sub_')],
  }),
  link: itemBytes({ pk: `OF-SHOP#${id('sub_')}`, sk: '-', customerId: id('cus_') }),
  event: itemBytes({
    pk: `EVENT#${id('evt_')}`,
    sk: '-',
    type: 'customer.subscription.updated',
    expiresAt: 1_800_000_000,
  }),
  /** A document with two lines; its index by day has some half of it. */
  document: itemBytes({
    ...keys,
    userId: 'x'.repeat(36),
    id: id('in_'),
    storeId: id('cus_'),
    storeName: 'サロン・ド・青山',
    date: '2026-11-10',
    amount: 18_700,
    number: 'ABCDEFGH-0024',
    state: 'paid',
    kind: 'invoice',
    subscriptionId: id('sub_'),
    createdAt: 1_800_000_000,
    paidAt: 1_800_000_000,
    card: { brand: 'visa', last4: '4242' },
    lines: Array.from({ length: 2 }, () => ({
      kind: 'renewal',
      name: 'レボナイザー 2〜4台目',
      quantity: 1,
      unitAmount: 8_800,
      amount: 8_800,
      discount: 0,
      period: { start: 1_800_000_000, end: 1_800_000_000 },
    })),
    total: 18_700,
    startingBalance: 0,
    amountDue: 18_700,
    partPaid: 0,
    lowered: 0,
    credited: 0,
    taxes: [{ rate: 10, taxed: 18_700, amount: 1_700 }],
    issuer: { name: 'レボナイザー株式会社', registrationNumber: 'T7123456789012' },
    recipient: { name: 'サロン・ド・青山', address: ['〒107-0062', '東京都港区南青山1-1-1'] },
    readAtMs: 1_800_000_000_000,
    expiresAt: 2_100_000_000,
    issued: 'x'.repeat(52),
  }),
  device: itemBytes({
    pk: 'DEVICE#RV-0000000001',
    sk: 'RECORD',
    serialNumber: 'RV-0000000001',
    recordId: 1_000_000,
    revision: 12,
    status: '出荷',
    statusUpdatedAt: 1_800_000_000,
    subscriptionId: id('cus_'),
    ofSubscription: id('sub_'),
    shelf: 'RV-0000000001#RECORD',
    deviceCategory: 'サブスク',
    subscriptionRentalAvailability: null,
  }),
} as const;

/**
 * Bytes that DynamoDB stores beside each item and each entry of an index (developer guide, "DynamoDB item sizes and
 * formats").
 */
export const bytesBesideAnItem = 100;

/** Units of a strongly consistent read of this many bytes, and of writing them. */
export const readUnits = (bytes: number): number => Math.ceil(bytes / 4_096);
export const writeUnits = (bytes: number): number => Math.ceil(bytes / 1_024);
