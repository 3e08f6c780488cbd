import type { Document, ExplainedDocument } from '#shared/model/document';

/** A paid invoice in a list. */
export const aDocument = (change: Partial<Document> = {}): Document => ({
  id: 'in_1',
  storeId: 'cus_1',
  storeName: '青山店',
  date: '2026-11-10',
  amount: 27_500,
  number: 'ABC-0001',
  state: 'paid',
  kind: 'invoice',
  paidAt: change.state === 'open' ? null : Date.UTC(2026, 10, 10, 3) / 1000,
  card: { brand: 'visa', last4: '4242' },
  total: change.amount ?? 27_500,
  ...change,
});
const period = { start: Date.UTC(2026, 10, 10, 3) / 1000, end: Date.UTC(2026, 11, 10, 3) / 1000 };
/** The same with its lines. */
export const anExplainedDocument = (change: Partial<ExplainedDocument> = {}): ExplainedDocument => ({
  ...aDocument(),
  subscriptionId: 'sub_1',
  createdAt: period.start,
  lines: [
    {
      kind: 'renewal',
      name: 'Revonizer 1台目',
      quantity: 1,
      unitAmount: 9_900,
      amount: 9_900,
      discount: 1_000,
      period,
      sentence: 'Revonizer 1台目 1台のご利用料金',
    },
  ],
  total: 8_900,
  startingBalance: 0,
  amountDue: 8_900,
  partPaid: 0,
  lowered: 0,
  credited: 0,
  taxes: [{ rate: 10, taxed: 8_900, amount: 809 }],
  issuer: { name: 'レボナイザー株式会社', registrationNumber: 'T7123456789012' },
  recipient: { name: '青山商会', address: ['〒107-0062', '東京都港区南青山1-1-1'] },
  pdf: 'https://pay.example/one.pdf',
  receipts: { wish: { addressee: '青山商会', proviso: '機器利用料として' }, count: 0, issues: [] },
  ...change,
});
