import { screen, waitFor, within } from '@testing-library/react';
import { listShops, paySubscription, refreshShop } from '#shared/contract/billing';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer, refuses } from '../../../../testing/server';
import { aPayment, aShop, aSubscription, saved, visa } from '../../../../testing/shops';
import { useSubscription } from '../../../lib/use-shops';
import { PayPanel } from './pay-panel';

const now = Date.UTC(2026, 10, 15, 3);

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: [
      'setTimeout',
      'setInterval',
      'setImmediate',
      'queueMicrotask',
      'nextTick',
      'performance',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'clearTimeout',
      'clearInterval',
    ],
    now,
  });
  server = new FakeServer().install();
  stripe = new FakeStripe().install(server);
});
afterEach(() => jest.useRealTimers());

const overdue = (changes: Partial<Subscription> = {}): ShopRecord =>
  aShop({
    subscriptions: [aSubscription({ status: 'past_due', ...changes })],
    payment_history: [aPayment({ status: 'failed' })],
  });
const mended = aShop({ subscriptions: [aSubscription()], payment_history: [aPayment()] });

function Panel() {
  const found = useSubscription('sub_1');
  if (found.state !== 'found') return null;
  return <PayPanel shop={found.shop} subscription={found.subscription} now={now} />;
}
const open = (shop: ShopRecord) => {
  server.on(listShops, [shop]);
  return renderApp(<Panel />);
};
const payNow = () => screen.findByRole('button', { name: '今すぐ支払う' });

test.each<[string, Partial<Subscription>, RegExp]>([
  ['billed by invoice', { arrangement: 'invoiced' }, /お支払い期日を過ぎたご請求があります/],
  ['paused', { status: 'paused' }, /未払いのご請求があります/],
])('%s and late: the panel asks for the payment, and threatens no end', async (_what, changes, title) => {
  open(overdue(changes));
  const panel = (await payNow()).closest('section');
  expect(panel).toHaveTextContent(title);
  expect(panel).toHaveTextContent('お支払い済みの場合や、ご不明な点がある場合は、担当者までご連絡ください。');
  expect(panel).not.toHaveTextContent(/終了します|決済できませんでした/);
});

test('the panel shows the amount, its date, the card and the reason', async () => {
  open(
    aShop({
      subscriptions: [aSubscription({ status: 'past_due' })],
      payment_history: [
        aPayment({ id: 'in_2', status: 'failed', amount: 18_700 }),
        aPayment({ id: 'in_0' }),
        aPayment({ id: 'in_9', status: 'failed', subscription: 'sub_other' }),
      ],
    }),
  );
  const panel = within(await screen.findByRole('region', { name: 'お支払いが確認できていません' }));
  expect(panel.getByText('18,700円')).toBeVisible();
  expect(panel.getByText('2026年11月10日')).toBeVisible();
  expect(panel.getByText('Visa 末尾4242')).toBeVisible();
  expect(panel.getByText(/カード会社の承認が得られませんでした/)).toBeVisible();
  expect(panel.getByText(/までにお支払いを確認できない場合、ご契約はその日に終了します/)).toBeVisible();
  expect(panel.getByRole('link', { name: /請求の内容を見る/ })).toHaveAttribute('rel', 'noopener noreferrer');
  expect(panel.getByRole('link', { name: '別のカードを登録' })).toHaveAttribute('href', '/billing/subscription/sub_1');
});

test.each([
  ['with this period', 5, {}, /^2026年12月10日までに.*その日に終了します/],
  [
    'with the next one, counted from the 31st',
    0,
    { current_period_start: Date.UTC(2026, 9, 31, 3) / 1000, current_period_end: Date.UTC(2026, 10, 30, 3) / 1000 },
    /^2026年12月31日までに.*その日に終了します/,
  ],
  ['as its owner planned', 5, { cancel_at_period_end: true }, /1か月/],
])('a late subscription that ends %s: the day is named only where it is known', async (_when, days, changes, words) => {
  const late = { amount: 9_900, since: now / 1000 - days * 86_400 };
  open({ ...overdue(changes), payment_history: [aPayment({ status: 'failed', late })] });
  await payNow();
  expect(screen.getByText(words)).toBeVisible();
});

test.each([
  [
    'an expired card',
    { default_payment_method: saved({ ...visa, exp_year: 2026, exp_month: 10 }) },
    /有効期限が切れています/,
  ],
  ['no card', { default_payment_method: null }, /カードが登録されていません/],
  [
    'a card that was saved after the invoice',
    { default_payment_method: { card: visa, created: now / 1000 } },
    /現在のカードでは、まだお支払いが完了していません/,
  ],
  ['a first payment', { status: 'incomplete' as const }, /カード会社による本人認証、または承認が完了していません/],
])('%s: shown as the reason', async (_what, changes, reason) => {
  open(
    aShop({
      subscriptions: [aSubscription({ status: 'past_due', ...changes })],
      payment_history: [aPayment({ status: 'failed' })],
    }),
  );
  expect(await screen.findByText(reason)).toBeVisible();
  expect(await payNow()).toBeEnabled();
});

test('paying with a double click: one payment, and the returned shop is shown', async () => {
  server.on(paySubscription, { shop: mended, charge: { status: 'paid', amount: 9_900 } });
  const { user } = open(overdue());
  await user.dblClick(await payNow());
  expect(await screen.findByText('お支払いが完了しました')).toBeInTheDocument();
  expect(server.askedOf(paySubscription)).toHaveLength(1);
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'お支払いが確認できていません' })).not.toBeInTheDocument(),
  );
  expect(server.askedOf(listShops)).toHaveLength(1);
});

test('3-D Secure is passed: the shop is read again', async () => {
  server
    .on(paySubscription, {
      shop: overdue(),
      charge: { status: 'requires_action', amount: 9_900, clientSecret: 'pi_1_secret_2' },
    })
    .on(refreshShop, { shop: mended });
  const { user } = open(overdue());
  await user.click(await payNow());
  expect(await screen.findByText('お支払いが完了しました')).toBeInTheDocument();
  expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
  expect(server.askedOf(refreshShop)).toHaveLength(1);
});

test('several invoices: the confirmed one is paid, the rest stays open', async () => {
  const [first, second] = [aPayment({ id: 'in_1', status: 'failed' }), aPayment({ id: 'in_2', status: 'failed' })];
  const both = aShop({ subscriptions: [aSubscription({ status: 'past_due' })], payment_history: [second, first] });
  server
    .on(paySubscription, {
      shop: both,
      charge: { status: 'requires_action', amount: 9_900, clientSecret: 'pi_1_secret_2' },
    })
    .on(refreshShop, { shop: { ...both, payment_history: [second, aPayment()] } });
  const { user } = open(both);
  await user.click(await payNow());
  expect(await screen.findByRole('alert')).toHaveTextContent('ほかにも未払いのご請求があります');
  expect(await payNow()).toBeEnabled();
});

test('3-D Secure is abandoned: still open, with a message', async () => {
  stripe.handleNextAction.mockResolvedValue({ error: { message: '本人認証が中断されました。' } });
  server
    .on(paySubscription, {
      shop: overdue(),
      charge: { status: 'requires_action', amount: 9_900, clientSecret: 'pi_1_secret_2' },
    })
    .on(refreshShop, { shop: overdue() });
  const { user } = open(overdue());
  await user.click(await payNow());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'お支払いを完了できませんでした本人認証が中断されました。',
  );
  expect(await payNow()).toBeEnabled();
});

test('the connection is lost in 3-D Secure: the outcome is unknown, and no other card is asked for', async () => {
  const lost = { error: { type: 'api_connection_error', message: '接続できませんでした。' } };
  stripe.handleNextAction.mockResolvedValue(lost);
  stripe.retrievePaymentIntent
    .mockResolvedValueOnce({ paymentIntent: { status: 'requires_action' } })
    .mockResolvedValueOnce(lost);
  server
    .on(paySubscription, {
      shop: overdue(),
      charge: { status: 'requires_action', amount: 9_900, clientSecret: 'pi_1_secret_2' },
    })
    .on(refreshShop, { shop: overdue() });
  const { user } = open(overdue());
  await user.click(await payNow());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('お支払いの結果を確認できませんでした');
  expect(alert).not.toHaveTextContent('お支払いを完了できませんでした');
  const otherCard = screen.getByRole('link', { name: '別のカードを登録' });
  expect(otherCard.compareDocumentPosition(await payNow())).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('the card is declined: the reason, and another card first', async () => {
  server.refuse(paySubscription, 'CARD_DECLINED', {
    message: 'カードの利用可能額が不足しています。別のカードをお試しください。',
  });
  const { user } = open(overdue());
  await user.click(await payNow());
  expect(await screen.findByRole('alert')).toHaveTextContent('カードの利用可能額が不足しています。');
  const otherCard = screen.getByRole('link', { name: '別のカードを登録' });
  expect(otherCard.compareDocumentPosition(await payNow())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('nothing is open any more: the shop is read again', async () => {
  server.refuse(paySubscription, 'NOTHING_TO_PAY').on(refreshShop, { shop: mended });
  const { user } = open(overdue());
  await user.click(await payNow());
  expect(await screen.findByText('未払いのご請求はありません')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: '今すぐ支払う' })).not.toBeInTheDocument());
});

test.each([
  ['on the way here', 'unreachable' as const, 'お支払いの結果を確認できませんでした'],
  ['between the server and Stripe', refuses('PAYMENTS_UNAVAILABLE'), 'お支払いの結果を確認できませんでした'],
  ['and the first attempt still runs', refuses('IDEMPOTENCY_KEY_IN_USE'), 'お支払いを処理しています'],
])(
  'the response was lost %s: the message does not say failed, and the next try shows it as paid',
  async (_where, lost, title) => {
    server.reply(paySubscription, lost).on(refreshShop, { shop: overdue() });
    const { user } = open(overdue());
    await user.click(await payNow());
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
    server.refuse(paySubscription, 'NOTHING_TO_PAY').on(refreshShop, { shop: mended });
    await user.click(await payNow());
    expect(await screen.findByText('お支払いが完了しました')).toBeInTheDocument();
    expect(screen.queryByText('未払いのご請求はありません')).not.toBeInTheDocument();
  },
);

test('the response was lost, and the shop owes nothing any more: it is paid, and said so', async () => {
  server.reply(paySubscription, 'unreachable').on(refreshShop, { shop: mended });
  const { user } = open(overdue());
  await user.click(await payNow());
  expect(await screen.findByText('お支払いが完了しました')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('the payment provider is down: a message, and another try is possible', async () => {
  server.refuse(paySubscription, 'PAYMENTS_UNAVAILABLE');
  const { user } = open(overdue());
  await user.click(await payNow());
  expect(await screen.findByRole('alert')).toHaveTextContent('決済サービスに接続できません');
  expect(await payNow()).toBeEnabled();
});

test('a running subscription without a card: a card is asked for, paying is not offered', async () => {
  open(aShop({ subscriptions: [aSubscription({ status: 'trialing', default_payment_method: null })] }));
  expect(await screen.findByRole('region', { name: 'お支払い方法の登録が完了していません' })).toHaveTextContent(
    'カードが登録されないまま無料トライアルが終わると、契約は終了します。',
  );
  expect(screen.getByRole('link', { name: 'カードを登録' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '今すぐ支払う' })).not.toBeInTheDocument();
});

test.each([
  ['active', /までにお支払いを確認できない場合、ご契約はその日に終了します/],
  ['canceled', /ご契約の終了後もお支払いが必要です/],
] as const)('%s with an older invoice that failed: it is shown and can be paid', async (status, consequence) => {
  const owing = aShop({
    subscriptions: [aSubscription({ status })],
    payment_history: [
      aPayment({ id: 'in_3', status: 'pending', amount: 36_300 }),
      aPayment({ id: 'in_2' }),
      aPayment({ id: 'in_1', status: 'failed', amount: 36_300 }),
    ],
  });
  server.on(paySubscription, { shop: mended, charge: { status: 'paid', amount: 36_300 } });
  const { user } = open(owing);
  const panel = within(await screen.findByRole('region', { name: '未払いのご請求があります' }));
  expect(panel.getByText('36,300円')).toBeVisible();
  expect(panel.getByText(consequence)).toBeVisible();
  await user.click(await payNow());
  expect(await screen.findByText('お支払いが完了しました')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: '未払いのご請求があります' })).not.toBeInTheDocument();
});

test.each(['active', 'trialing', 'canceled', 'incomplete_expired'] as const)(
  'a subscription that is %s: no panel',
  async (status) => {
    open(
      aShop({
        subscriptions: [aSubscription({ status, ...(status === 'canceled' && { default_payment_method: null }) })],
      }),
    );
    await waitFor(() => expect(server.askedOf(listShops)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: /お支払い/ })).not.toBeInTheDocument();
  },
);
