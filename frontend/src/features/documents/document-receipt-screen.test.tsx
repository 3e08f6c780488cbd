import { screen, within } from '@testing-library/react';
import { getDocument, issueReceipt } from '#shared/contract/document';
import { renderScreens } from '../../../testing/render-app';
import { FakeServer } from '../../../testing/server';
import { anExplainedDocument } from '../../../testing/documents';
import { DocumentReceiptScreen } from './document-receipt-screen';

let server: FakeServer;
beforeEach(() => (server = new FakeServer().install()));

const open = () =>
  renderScreens(
    { '/payment-history/:customerId/:invoice/receipt': <DocumentReceiptScreen /> },
    { at: '/payment-history/cus_1/in_1/receipt' },
  );
const wish = { addressee: '青山商会', proviso: '機器利用料として' };
const at = Date.UTC(2026, 10, 12, 3) / 1000;

test('the first receipt has the addressee that was typed, how it was paid, and no mark', async () => {
  server.on(getDocument, anExplainedDocument()).on(issueReceipt, {
    receipt: { ...wish, addressee: '青山商会 経理部', issue: 1, issuedAt: at, by: 'owner' },
  });
  const { user } = open();
  const addressee = await screen.findByLabelText('宛名');
  expect(addressee).toHaveValue('青山商会');
  await user.type(addressee, ' 経理部');
  await user.click(screen.getByRole('button', { name: '領収明細を作成' }));
  const paper = await screen.findByRole('article', { name: '領収明細' });
  expect(paper).toHaveTextContent(/青山商会 経理部 様27,500円但し 機器利用料として/);
  expect(paper).toHaveTextContent(/クレジットカード（Visa 末尾4242）/);
  expect(paper).toHaveTextContent(/この明細は適格請求書（インボイス）ではありません/);
  expect(within(paper).queryByText('再発行')).not.toBeInTheDocument();
  expect(within(paper).queryByText(/T7123456789012/)).not.toBeInTheDocument();
});

test('a later receipt is marked, and the screen says who made the others', async () => {
  const issues = [{ ...wish, issue: 1, issuedAt: at, by: 'staff' as const }];
  server
    .on(getDocument, anExplainedDocument({ receipts: { wish, count: 1, issues } }))
    .on(issueReceipt, { receipt: { ...wish, issue: 2, issuedAt: at, by: 'owner' } });
  const { user } = open();
  expect(await screen.findByRole('list', { name: '作成の記録' })).toHaveTextContent(
    /1回目.*青山商会 様（担当者が作成）/,
  );
  await user.click(screen.getByRole('button', { name: '領収明細を再発行' }));
  expect(within(await screen.findByRole('article')).getByText('再発行')).toBeVisible();
});

test.each([
  ['it was made: it is shown, and a second one is not needed', 1, 'article'],
  ['none was made: an error above the form', 0, 'alert'],
])('the response to making a receipt is lost, and %s', async (_what, count, shown) => {
  server
    .on(getDocument, anExplainedDocument({ receipts: { wish, count: 0, issues: [] } }))
    .reply(issueReceipt, 'unreachable');
  const { user } = open();
  const make = await screen.findByRole('button', { name: '領収明細を作成' });
  const issues = [{ ...wish, issue: 1, issuedAt: at, by: 'owner' as const }].slice(0, count);
  server.on(getDocument, anExplainedDocument({ receipts: { wish, count, issues } }));
  await user.click(make);
  expect(await screen.findByRole(shown)).toBeVisible();
  expect(server.askedOf(issueReceipt)).toHaveLength(1);
});

test('an empty addressee is asked for; nothing is sent', async () => {
  server.on(getDocument, anExplainedDocument());
  const { user } = open();
  await user.clear(await screen.findByLabelText('宛名'));
  await user.click(screen.getByRole('button', { name: '領収明細を作成' }));
  expect(await screen.findByText('宛名を入力してください')).toBeVisible();
  expect(server.askedOf(issueReceipt)).toHaveLength(0);
});

test('an unpaid invoice has no receipt', async () => {
  server.on(getDocument, anExplainedDocument({ state: 'open', paidAt: null, receipts: null }));
  open();
  expect(await screen.findByText('領収明細を作成できません')).toBeVisible();
});

test('a part of it was taken back: the screen tells of older receipts, and the new one says what remains', async () => {
  const issues = [{ ...wish, issue: 1, issuedAt: at, by: 'owner' as const }];
  server
    .on(getDocument, anExplainedDocument({ credited: 8_800, receipts: { wish, count: 1, issues } }))
    .on(issueReceipt, { receipt: { ...wish, issue: 2, issuedAt: at, by: 'owner', credited: 8_800 } });
  const { user } = open();
  expect(await screen.findByText('お支払いの後に8,800円を減額・返金しました')).toBeVisible();
  expect(screen.getByText(/1回目の領収明細には、いまの金額が記載されていません/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: '領収明細を再発行' }));
  expect(await screen.findByRole('article')).toHaveTextContent(/8,800円は、.*減額・返金しました（差引 18,700円）/);
});

test('all of it was taken back: no receipt, and the screen says why', async () => {
  server.on(getDocument, anExplainedDocument({ credited: 27_500, receipts: null }));
  open();
  expect(await screen.findByText(/全額を減額・返金したため/)).toBeVisible();
});

test('money is on its way back: no receipt, and the screen says why', async () => {
  server.on(getDocument, anExplainedDocument({ mark: 'disputed', receipts: null }));
  open();
  expect(await screen.findByText(/返金または異議申し立ての手続きがあるため/)).toBeVisible();
});

test('a payment that a credit lowered: the paper leads from the lines to the amount, as the screen does', async () => {
  const sums = { total: 18_700, startingBalance: -900, amountDue: 17_800, amount: 17_800 };
  const taxes = [
    { rate: 10, taxed: 18_555, amount: 1_686 },
    { rate: 0, taxed: 145, amount: 0 },
  ];
  server
    .on(getDocument, anExplainedDocument({ ...sums, taxes }))
    .on(issueReceipt, { receipt: { ...wish, issue: 1, issuedAt: at, by: 'owner' } });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '領収明細を作成' }));
  const rows = within(await screen.findByRole('article')).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    '合計（税込）18,700円',
    '10%対象（税込）18,555円',
    'うち消費税（10%）1,686円',
    '不課税145円',
    '前回までの残高−900円',
    'お支払い額17,800円',
  ]);
});
