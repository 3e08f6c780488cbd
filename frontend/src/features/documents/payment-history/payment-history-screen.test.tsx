import { render, screen, waitFor, within } from '@testing-library/react';
import { listShops, refreshShop } from '#shared/contract/billing';
import { listDocuments } from '#shared/contract/document';
import { aDocument } from '../../../../testing/documents';
import { renderScreens } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aPayment, aShop } from '../../../../testing/shops';
import { PaymentBadge, paymentLook } from './payment-table';
import { PaymentHistoryScreen } from './payment-history-screen';

let server: FakeServer;
beforeEach(() => (server = new FakeServer().install().on(listDocuments, { documents: [], cursor: null })));

const open = (at = '/payment-history/cus_1') =>
  renderScreens({ '/payment-history/:customerId': <PaymentHistoryScreen /> }, { at });
const shop = aShop({
  payment_history: [
    aPayment({ id: 'in_3', status: 'failed', amount: 18_700 }),
    aPayment({
      id: 'in_2',
      status: 'pending',
      created: Date.UTC(2026, 9, 10, 3) / 1000,
      invoice_pdf: null,
      hosted_invoice_url: null,
    }),
    aPayment({ id: 'in_1', created: Date.UTC(2026, 8, 10, 3) / 1000 }),
    aPayment({ id: 'in_0', status: 'canceled', created: Date.UTC(2026, 7, 10, 3) / 1000 }),
  ],
});
/** A desktop's room. */
const wide = (): unknown =>
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media === '(min-width: 1024px), print',
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
afterEach(() => jest.restoreAllMocks());

test('on a phone: each payment is a card with amount, currency, day and status', async () => {
  server.on(listShops, [shop]);
  open();
  const cards = within(await screen.findByRole('list', { name: 'お支払い履歴' })).getAllByRole('listitem');
  expect(cards).toHaveLength(4);
  expect(cards[0]).toHaveTextContent(/2026年11月10日失敗18,700円JPY/);
  expect(cards.map((card) => within(card).getByText(/お支払い完了|処理中|失敗|キャンセル/).textContent)).toEqual([
    '失敗',
    '処理中',
    'お支払い完了',
    'キャンセル',
  ]);
  expect(screen.getByRole('heading', { level: 1, name: 'お支払い履歴' })).toBeVisible();
  expect(screen.getByText('サロンみなと')).toBeVisible();
  expect(screen.getByRole('link', { name: '店舗詳細へ戻る' })).toHaveAttribute('href', '/store/cus_1');
  expect(screen.getByText(/電子帳簿保存法/)).toBeVisible();
});

test('on a desktop: payments are rows of a table', async () => {
  wide();
  server.on(listShops, [shop]);
  open();
  const rows = within(await screen.findByRole('table', { name: 'お支払い履歴' })).getAllByRole('row');
  expect(
    rows.map((row) =>
      within(row)
        .queryAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    [],
    ['2026年11月10日', '18,700円JPY', '失敗'],
    ['2026年10月10日', '9,900円JPY', '処理中'],
    ['2026年9月10日', '9,900円JPY', 'お支払い完了'],
    ['2026年8月10日', '9,900円JPY', 'キャンセル'],
  ]);
});

test.each([
  ['a phone', () => {}],
  ['a desktop', wide],
])('on %s: a payment that went back has its mark beside its status', async (_what, room) => {
  room();
  server.on(listShops, [shop]).on(listDocuments, {
    documents: [aDocument({ id: 'in_1', mark: 'refunded' }), aDocument({ id: 'in_0' })],
    cursor: null,
  });
  open();
  const marked = await screen.findByText('返金済み');
  expect(marked.parentElement).toHaveTextContent('お支払い完了返金済み');
  expect(screen.getAllByText(/返金済み|一部返金|異議/)).toHaveLength(1);
  expect(server.askedOf(listDocuments)[0]?.url.searchParams.get('store')).toBe('cus_1');
});

test.each<[string, () => unknown, 'listitem' | 'row']>([
  ['a phone', () => undefined, 'listitem'],
  ['a desktop', wide, 'row'],
])('on %s: the day and card of a payment, and its total if another amount was charged', async (_what, room, role) => {
  room();
  // Made half an hour before the day on which it was finalized and paid.
  const eveBefore = aPayment({ amount: 9_000, created: Date.UTC(2026, 10, 9, 14, 30) / 1000 });
  const transferred = aDocument({ id: 'in_0', amount: 9_900, card: null });
  server.on(listShops, [aShop({ payment_history: [eveBefore, aPayment({ id: 'in_0' })] })]).on(listDocuments, {
    documents: [aDocument({ amount: 9_000, total: 9_900 }), transferred],
    cursor: null,
  });
  open();
  const row = (index: number) => screen.getAllByRole(role).at(index);
  await waitFor(() => expect(row(-2)).toHaveTextContent('お支払い 2026年11月10日 Visa 末尾4242（合計 9,900円）'));
  expect(row(-1)).toHaveTextContent('お支払い 現金・振込');
});

test('documents open in a new tab; a failed payment links to its subscription', async () => {
  server.on(listShops, [shop]);
  open();
  const [failed, pending, paid] = (await screen.findAllByRole('listitem')).map((card) => within(card));
  const pdf = paid?.getByRole('link', { name: '請求書・領収書 PDF （2026年9月10日分、新しいタブで開きます）' });
  expect(pdf).toHaveAttribute('href', 'https://pay.test/in_1.pdf');
  expect(pdf).toHaveAttribute('target', '_blank');
  expect(pdf).toHaveAttribute('rel', 'noopener noreferrer');
  expect(paid?.getByRole('link', { name: /^領収書/ })).toHaveAttribute('href', 'https://pay.test/in_1');
  expect(paid?.queryByRole('link', { name: /お支払いへ進む/ })).not.toBeInTheDocument();
  expect(pending?.queryAllByRole('link')).toHaveLength(0);
  expect(failed?.getByRole('link', { name: /お支払いへ進む/ })).toHaveAttribute('href', '/subscription/sub_1');
});

test('a payment that the card’s holder has to confirm: its invoice at Stripe, no document of ours yet', async () => {
  server.on(listShops, [aShop({ payment_history: [aPayment({ status: 'pending' })] })]);
  open();
  const links = within(await screen.findByRole('listitem')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent?.split('（')[0])).toEqual(['請求書', '請求書 PDF']);
});

test('payments of 0 yen are folded below the others', async () => {
  server.on(listShops, [aShop({ payment_history: [aPayment({ id: 'in_2' }), aPayment({ id: 'in_1', amount: 0 })] })]);
  const { user } = open();
  const list = await screen.findByRole('list', { name: 'お支払い履歴' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('0円', { exact: true })).not.toBeVisible();
  await user.click(screen.getByText('0円のお支払い履歴（1件）'));
  expect(screen.getByText('0円', { exact: true })).toBeVisible();
});

test('no payments: the screen says so', async () => {
  server.on(listShops, [aShop()]);
  open();
  expect(await screen.findByRole('heading', { name: 'お支払い履歴はありません' })).toBeVisible();
});

test('the shop of another user: shown as not found', async () => {
  server.on(listShops, [shop]);
  open('/payment-history/cus_of_another');
  expect(await screen.findByText('指定された店舗が見つかりません')).toBeVisible();
});

test('the read fails: an error with a retry; the newest state is read on demand', async () => {
  server.reply(listShops, { status: 500, body: '' }).on(refreshShop, { shop });
  const { user } = open();
  expect(await screen.findByText('お支払い履歴の取得に失敗しました')).toBeVisible();
  server.on(listShops, [aShop()]);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  await screen.findByText('お支払い履歴はありません');
  await user.click(screen.getByRole('button', { name: '最新の情報に更新' }));
  expect(await screen.findAllByRole('listitem')).not.toHaveLength(0);
});

test('more payments than the shop’s record has: the older ones come page by page, each once', async () => {
  const payments = Array.from({ length: 24 }, (_, index) =>
    aPayment({ id: `in_${100 - index}`, created: Date.UTC(2026, 10 - index, 10, 3) / 1000 }),
  );
  server.on(listShops, [aShop({ payment_history: payments })]).on(listDocuments, {
    documents: [aDocument({ id: 'in_77', number: 'ABC-0077' }), aDocument({ id: 'in_76', number: 'ABC-0076' })],
    cursor: '2024-11-10#000000000001#in_76',
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '以前のお支払いを表示' }));
  const older = within(await screen.findByRole('region', { name: '以前のお支払い' }));
  expect(await older.findByText('ABC-0076')).toBeVisible();
  expect(older.queryByText('ABC-0077')).not.toBeInTheDocument();
  expect(server.askedOf(listDocuments)[1]?.url.searchParams.get('store')).toBe('cus_1');
  expect(server.askedOf(listDocuments)[1]?.url.searchParams.get('to')).toBe('2024-12-11');
  server.on(listDocuments, { documents: [aDocument({ id: 'in_75', number: 'ABC-0075' })], cursor: null });
  await user.click(older.getByRole('button', { name: 'さらに表示する' }));
  expect(await older.findByText('ABC-0075')).toBeVisible();
});

test.each([
  ['paid', 'お支払い完了', 'success'],
  ['succeeded', 'お支払い完了', 'success'],
  ['pending', '処理中', 'warning'],
  ['failed', '失敗', 'danger'],
  ['canceled', 'キャンセル', 'neutral'],
  ['on_hold', 'on_hold', undefined],
  ['constructor', 'constructor', undefined],
])('a payment that is %s: the badge says %s, in the colour %s', (status, text, tone) => {
  render(<PaymentBadge status={status} />);
  expect(screen.getByText(text)).toBeVisible();
  expect(paymentLook(status)?.tone).toBe(tone);
});
