import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { listShops, paySubscription } from '#shared/contract/billing';
import { getDocument, getNextInvoice, listDocuments } from '#shared/contract/document';
import { aDocument, anExplainedDocument } from '../../../testing/documents';
import { renderApp, renderScreens } from '../../../testing/render-app';
import { FakeServer, responds } from '../../../testing/server';
import { aShop } from '../../../testing/shops';
import { callApi } from '../../lib/api';
import { DocumentScreen } from './document-screen';
import { DocumentsScreen } from './documents-screen';
import { NextInvoiceCard } from './next-invoice-card';

let server: FakeServer;
beforeEach(() => (server = new FakeServer().install().on(listShops, [aShop()])));

const open = (at: string) =>
  renderScreens(
    { '/documents': <DocumentsScreen />, '/payment-history/:customerId/:invoice': <DocumentScreen /> },
    { at },
  );
const explained = anExplainedDocument();

test('the documents of all shops are listed, and each opens its explanation', async () => {
  server.on(listDocuments, { documents: [aDocument(), aDocument({ id: 'in_0', state: 'open' })], cursor: null });
  open('/documents');
  const rows = within(await screen.findByRole('list', { name: '書類' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/2026年11月11月10日青山店27,500円ABC-0001お支払い Visa 末尾4242/);
  expect(rows[1]).toHaveTextContent(/お支払い待ち/);
  server.on(getDocument, explained);
  await userEvent.click(within(rows[0] as HTMLElement).getByRole('link'));
  expect(await screen.findByRole('heading', { level: 1, name: 'ご請求の明細' })).toBeVisible();
});

test('a payment that went back, or is disputed: its mark stands beside its state', async () => {
  const documents = [aDocument({ mark: 'disputed' }), aDocument({ id: 'in_0', mark: 'part-refunded' })];
  server.on(listDocuments, { documents, cursor: null });
  open('/documents');
  const rows = within(await screen.findByRole('list', { name: '書類' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/異議申し立て中.*お支払い Visa/);
  expect(rows[1]).toHaveTextContent(/一部返金.*お支払い Visa/);
});

test.each([
  ['disputed', {}, '異議申し立て中', /手続きがあるため/, /お支払い額27,500円$/],
  [
    'part-refunded',
    { returned: 10_000 },
    '一部返金',
    /手続きがあるため/,
    /お支払い額27,500円お支払い後の減額・返金−10,000円$/,
  ],
  [
    'refunded',
    { returned: 27_500 },
    '返金済み',
    /全額を減額・返金したため/,
    /お支払い額27,500円お支払い後の減額・返金−27,500円$/,
  ],
] as const)(
  'a document that is %s: what went back, and why there is no receipt',
  async (mark, change, word, why, sums) => {
    server.on(getDocument, anExplainedDocument({ mark, ...change, receipts: null }));
    open('/payment-history/cus_1/in_1');
    expect(await screen.findByText(word)).toBeVisible();
    expect(screen.getByText(why)).toBeVisible();
    expect(screen.getByRole('region', { name: '内訳' })).toHaveTextContent(sums);
    expect(screen.queryByRole('link', { name: /領収明細/ })).toBeNull();
  },
);

test('a search by amount in full-width digits goes to the server in digits, and stays in the address', async () => {
  server.on(listDocuments, { documents: [], cursor: null });
  open('/documents');
  await screen.findByText('書類は見つかりませんでした');
  await userEvent.click(screen.getByText('条件を指定してさがす'));
  await userEvent.type(screen.getByLabelText('金額（円以上）'), '９，９００円');
  await userEvent.selectOptions(screen.getByLabelText('状態'), 'お支払い待ち');
  await userEvent.click(screen.getByRole('button', { name: 'さがす' }));
  await screen.findByText('書類は見つかりませんでした');
  const [, asked] = server.askedOf(listDocuments);
  expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({ min: '9900', state: 'open' });
  expect(screen.getByLabelText('金額（円以上）')).toHaveValue('9900');
  await userEvent.click(screen.getByRole('button', { name: '条件を消す' }));
  expect(screen.getByLabelText('金額（円以上）')).toHaveValue('');
  expect(screen.getByRole('button', { name: '条件を消す' }).closest('details')).toHaveAttribute('open');
});

/** The browser's back button. */
function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>back</button>;
}

test('back to an earlier search: the form has the keys of the list that is shown', async () => {
  server.on(listDocuments, { documents: [], cursor: null });
  const screens = (
    <>
      <DocumentsScreen />
      <Back />
    </>
  );
  renderScreens({ '/documents': screens }, { at: '/documents?min=9900&state=open' });
  await userEvent.click(await screen.findByRole('button', { name: '条件を消す' }));
  expect(screen.getByLabelText('金額（円以上）')).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'back' }));
  await waitFor(() => expect(screen.getByLabelText('金額（円以上）')).toHaveValue('9900'));
  expect(screen.getByLabelText('状態')).toHaveValue('open');
});

test('more documents than a page: the next page follows below', async () => {
  server.on(listDocuments, { documents: [aDocument()], cursor: '2026-11-10#in_1' });
  open('/documents');
  await screen.findByText('ABC-0001');
  server.on(listDocuments, { documents: [aDocument({ id: 'in_0', number: 'ABC-0000' })], cursor: null });
  await userEvent.click(screen.getByRole('button', { name: 'さらに表示する' }));
  expect(await screen.findByText('ABC-0000')).toBeVisible();
  expect(screen.getByText('ABC-0001')).toBeVisible();
  expect(server.askedOf(listDocuments)[1]?.url.searchParams.get('cursor')).toBe('2026-11-10#in_1');
});

test('a document: its lines with sums that add up, its tax, issuer and recipient, and Stripe’s PDF', async () => {
  server.on(getDocument, { ...explained, amount: explained.total, amountDue: explained.total });
  open('/payment-history/cus_1/in_1');
  const lines = await screen.findByRole('region', { name: '内訳' });
  expect(lines).toHaveTextContent(
    /Revonizer 1台目8,900円1台のご利用料金10%対象（税込）8,900円うち消費税（10%）809円お支払い額8,900円$/,
  );
  expect(screen.getByText(/T7123456789012/)).toBeVisible();
  expect(screen.getByText(/青山商会 様/)).toBeVisible();
  expect(screen.getByText(/Visa 末尾4242/)).toBeVisible();
  expect(screen.getByRole('link', { name: '請求書・領収書PDF' })).toHaveAttribute('href', explained.pdf);
});

test('Stripe cannot be asked for the PDF: the document says so, and tries again', async () => {
  server.on(getDocument, { ...explained, pdf: null });
  open('/payment-history/cus_1/in_1');
  expect(await screen.findByText('PDFは、いま開けません')).toBeVisible();
  expect(screen.getByRole('region', { name: '内訳' })).toBeVisible();
  expect(screen.queryByRole('link', { name: '請求書・領収書PDF' })).toBeNull();
  server.on(getDocument, explained);
  await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('link', { name: '請求書・領収書PDF' })).toBeVisible();
  expect(screen.queryByText('PDFは、いま開けません')).toBeNull();
});

test('back to the list: it is read again, because Stripe changes documents without the browser', async () => {
  server.on(listDocuments, { documents: [aDocument({ state: 'open' })], cursor: null }).on(getDocument, explained);
  const screens = {
    '/documents': <DocumentsScreen />,
    '/payment-history/:customerId/:invoice': (
      <>
        <DocumentScreen />
        <Back />
      </>
    ),
  };
  renderScreens(screens, { at: '/documents' });
  await userEvent.click(within(await screen.findByRole('list', { name: '書類' })).getByRole('link'));
  await screen.findByRole('region', { name: '内訳' });
  server.on(listDocuments, { documents: [aDocument()], cursor: null });
  await userEvent.click(screen.getByRole('button', { name: 'back' }));
  const list = await screen.findByRole('list', { name: '書類' });
  await waitFor(() => expect(list).toHaveTextContent('お支払い Visa 末尾4242'));
});

const unpaid = { state: 'open', paidAt: null, card: null, receipts: null } as const;
const listed = (change = {}) => responds(listDocuments, { documents: [aDocument(change)], cursor: null });
const alone = (change = {}) => responds(getDocument, anExplainedDocument(change));

/** A screen with the ways to the payment and back. */
const Leave = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <Link to="/pay">支払いへ</Link>
    <Back />
  </>
);

test.each([
  ['all documents', '/documents', listDocuments, listed, 'list', '書類', 'お支払い待ち', 'お支払い Visa'],
  [
    'a year',
    '/documents?from=2026-01-01&to=2026-12-31',
    listDocuments,
    listed,
    'list',
    '書類',
    'お支払い待ち',
    'お支払い Visa',
  ],
  ['one', '/payment-history/cus_1/in_1', getDocument, alone, 'region', '内訳', 'ご請求額', 'お支払い額'],
] as const)(
  '%s, a payment, and back: not shown as unpaid again',
  async (_which, at, call, read, role, name, old, now) => {
    server.reply(call, read(unpaid)).on(paySubscription, { shop: aShop(), charge: { status: 'paid', amount: 27_500 } });
    const pay = () => void callApi(paySubscription, { params: { id: 'sub_1' } });
    const screens = {
      '/documents': (
        <Leave>
          <DocumentsScreen />
        </Leave>
      ),
      '/payment-history/:customerId/:invoice': (
        <Leave>
          <DocumentScreen />
        </Leave>
      ),
      '/pay': (
        <Leave>
          <button onClick={pay}>支払う</button>
        </Leave>
      ),
    };
    const { user } = renderScreens(screens, { at });
    expect(await screen.findByRole(role, { name })).toHaveTextContent(old);
    await user.click(screen.getByRole('link', { name: '支払いへ' }));
    let answer: (reply: ReturnType<typeof read>) => void = () => undefined;
    server.reply(call, new Promise((resolve) => (answer = resolve)));
    await user.click(screen.getByRole('button', { name: '支払う' }));
    await user.click(screen.getByRole('button', { name: 'back' }));
    expect(screen.queryByRole(role, { name })).toBeNull();
    answer(read());
    expect(await screen.findByRole(role, { name })).toHaveTextContent(now);
  },
);

test('an invoice that is paid in part: what was paid, and what is still to pay', async () => {
  const paid = { state: 'open', total: 18_700, amountDue: 18_700, partPaid: 10_000, amount: 8_700 } as const;
  server.on(getDocument, anExplainedDocument({ ...paid, taxes: [], paidAt: null, card: null, receipts: null }));
  open('/payment-history/cus_1/in_1');
  const lines = await screen.findByRole('region', { name: '内訳' });
  expect(lines).toHaveTextContent(/合計（税込）18,700円お支払い済み−10,000円ご請求額8,700円$/);
});

test('a document that is not there: the reason, and a way out', async () => {
  server.refuse(getDocument, 'DOCUMENT_NOT_FOUND');
  open('/payment-history/cus_1/in_9');
  expect(await screen.findByRole('heading', { name: /指定された書類が見つかりません/ })).toBeVisible();
  expect(screen.getByRole('link', { name: '店舗一覧へ' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('button', { name: 'もう一度試す' })).not.toBeInTheDocument();
});

test('a document that cannot be read: a way to try again', async () => {
  server.refuse(getDocument, 'SERVICE_UNAVAILABLE');
  open('/payment-history/cus_1/in_1');
  const again = await screen.findByRole('button', { name: 'もう一度試す' });
  expect(screen.getByText('明細の取得に失敗しました')).toBeVisible();
  server.on(getDocument, explained);
  await userEvent.click(again);
  expect(await screen.findByRole('region', { name: '内訳' })).toBeVisible();
});

test('the next charge of a shop: day, amount, and each line with what the balance takes off', async () => {
  server.on(getNextInvoice, { date: '2026-12-10', amount: 27_000, lines: explained.lines });
  const { user } = renderApp(<NextInvoiceCard customerId="cus_1" />);
  const card = await screen.findByRole('region', { name: '次回のご請求' });
  expect(await within(card).findByText('2026年12月10日')).toBeVisible();
  expect(within(card).getByText('27,000円')).toBeVisible();
  await user.click(within(card).getByText('内訳'));
  const rows = within(card).getAllByRole('listitem');
  expect(rows).toHaveLength(explained.lines.length + 1);
  expect(rows[0]).toHaveTextContent(explained.lines[0]?.sentence ?? '');
  expect(rows.at(-1)).toHaveTextContent(/^前回までの残高など/);
});

test.each([
  ['another sum', { amount: 26_000, at: Date.parse('2026-12-10T03:00:00Z') / 1000 }, 1],
  ['another day', { amount: 27_000, at: Date.parse('2026-12-10T15:00:00Z') / 1000 }, 1],
  ['both', { amount: 27_000, at: Date.parse('2026-12-09T15:00:00Z') / 1000 }, 0],
])('the next charge on a screen that tells %s: it has a card if they differ', async (_what, told, shown) => {
  server.on(getNextInvoice, { date: '2026-12-10', amount: 27_000, lines: explained.lines });
  renderApp(<NextInvoiceCard customerId="cus_1" told={told} />);
  await waitFor(() => expect(document.querySelector('.animate-pulse')).toBeNull());
  for (const words of ['次回のご請求', '2026年12月10日', '27,000円', '内訳'])
    expect(screen.queryAllByText(words)).toHaveLength(shown);
});

test('no next charge: the card is left out', async () => {
  renderApp(<NextInvoiceCard customerId="cus_1" />);
  expect(screen.getByRole('region', { name: '次回のご請求' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region', { name: '次回のご請求' })).toBeNull());
});

test('the next charge cannot be read: it says so, as a missing card would mean that nothing is charged', async () => {
  server.refuse(getNextInvoice, 'PAYMENTS_UNAVAILABLE');
  const { user } = renderApp(<NextInvoiceCard customerId="cus_1" />);
  expect(await screen.findByText('次回のご請求額を表示できません')).toBeVisible();
  server.on(getNextInvoice, { date: '2026-12-10', amount: 27_500, lines: [] });
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByText('2026年12月10日')).toBeVisible();
});
