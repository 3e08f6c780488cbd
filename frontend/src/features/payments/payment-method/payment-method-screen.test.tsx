import { act, screen, waitFor } from '@testing-library/react';
import { createSetupIntent, listShops, paySubscription, setDefaultPaymentMethod } from '#shared/contract/billing';
import { getConfig } from '#shared/contract/platform';
import type { ShopRecord } from '#shared/model/customer';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { address, renderScreens } from '../../../../testing/render-app';
import { FakeServer, refuses } from '../../../../testing/server';
import { aPayment, aShop, aSubscription, saved } from '../../../../testing/shops';
import { PaymentMethodScreen } from './payment-method-screen';

let server: FakeServer;
let stripe: FakeStripe;
const subscription = aSubscription({}, 6);
const shop = aShop({ subscriptions: [subscription] });

beforeEach(() => {
  server = new FakeServer().install().on(listShops, [shop]);
  stripe = new FakeStripe().install(server);
  server
    .on(createSetupIntent, { clientSecret: 'seti_1_secret_2', publishableKey: 'pk_live' })
    .on(setDefaultPaymentMethod, { shop });
});
afterEach(() => jest.useRealTimers());

const open = (at = '/billing/subscription/sub_1', options: { advanceTimers?: (ms: number) => void } = {}) =>
  renderScreens({ '/billing/subscription/:id': <PaymentMethodScreen />, '*': null }, { at, ...options });
const update = () => screen.findByRole('button', { name: 'お支払い方法を更新' });
const typeName = async (user: ReturnType<typeof open>['user']) => {
  await user.type(await screen.findByLabelText('カード名義人'), 'TARO YAMADA');
  await screen.findByText('カードの入力欄');
};

test('a subscription: titled by its products, for it alone, with a link back', async () => {
  open();
  expect(
    await screen.findByRole('heading', { level: 1, name: 'お支払い設定（Revonizer 1台目 ほか2件）' }),
  ).toBeVisible();
  expect(screen.getByText(/このご契約の料金のお支払いに使うカードを変更します/)).toBeVisible();
  expect(screen.getByText('Visa 末尾4242')).toBeVisible();
  expect(screen.getByRole('link', { name: '契約の詳細へ戻る' })).toHaveAttribute('href', '/subscription/sub_1');
});

test('a shop: its card is changed, not those of its subscriptions', async () => {
  const { user } = open('/billing/subscription/cus_1');
  expect(await screen.findByText(/この店舗のお支払いに使うカードを変更します/)).toBeVisible();
  await typeName(user);
  await user.click(await update());
  expect(await screen.findByText('お支払い方法を更新しました')).toBeVisible();
  expect(server.askedOf(createSetupIntent)[0]?.body).toEqual({ customerId: 'cus_1' });
  expect(server.askedOf(setDefaultPaymentMethod)[0]?.body).toEqual({ paymentMethodId: 'pm_new', customerId: 'cus_1' });
});

test('an ended subscription with a debt: its screen leads to the card of the shop, which then pays', async () => {
  const owing = aShop({
    subscriptions: [aSubscription({ status: 'canceled' })],
    payment_history: [aPayment({ status: 'failed', amount: 36_300 })],
  });
  server
    .on(listShops, [owing])
    .on(setDefaultPaymentMethod, { shop: owing })
    .on(paySubscription, {
      shop: aShop({ subscriptions: [aSubscription({ status: 'canceled' })], payment_history: [aPayment()] }),
      charge: { status: 'paid', amount: 36_300 },
    });
  const { user } = open();
  expect(screen.queryByText('お支払い方法の変更は必要ありません。')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('link', { name: '別のカードを登録' }));
  expect(address()).toBe('/billing/subscription/cus_1');
  expect(screen.getByText('36,300円のお支払いが必要です')).toBeVisible();
  await typeName(user);
  await user.click(await update());
  expect(await screen.findByText('続けて、未払いのご請求をお支払いください。')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '今すぐ支払う' }));
  await waitFor(() => expect(server.askedOf(paySubscription)).toHaveLength(1));
});

test('name and card are both wrong: both are checked, and the name has the focus once it is enabled', async () => {
  stripe.submit.mockResolvedValueOnce({ error: { message: 'カード番号が不完全です。' } });
  const { user } = open();
  await screen.findByText('カードの入力欄');
  await user.click(await update());
  const name = screen.getByLabelText('カード名義人');
  await waitFor(() => expect(name).toBeInvalid());
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toBeEnabled();
  expect(stripe.submit).toHaveBeenCalledTimes(1);
  expect(server.askedOf(createSetupIntent)).toHaveLength(0);
});

test('a new card is saved and becomes the default; two seconds later the subscription opens', async () => {
  jest.useFakeTimers();
  const changed = aShop({
    subscriptions: [
      {
        ...subscription,
        default_payment_method: saved({ brand: 'jcb', last4: '0505', exp_month: 1, exp_year: 2031 }),
      },
    ],
  });
  server.on(setDefaultPaymentMethod, { shop: changed });
  const { user } = open('/billing/subscription/sub_1', { advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  await typeName(user);
  await user.dblClick(await update());
  expect(await screen.findByText('お支払い方法を更新しました')).toBeVisible();
  expect(server.askedOf(createSetupIntent).map(({ body }) => body)).toEqual([{ subscriptionId: 'sub_1' }]);
  expect(stripe.confirmSetup).toHaveBeenCalledTimes(1);
  expect(stripe.confirmSetup).toHaveBeenCalledWith(
    expect.objectContaining({
      clientSecret: 'seti_1_secret_2',
      redirect: 'if_required',
      confirmParams: expect.objectContaining({
        return_url: 'http://localhost/payment-success?subscriptionId=sub_1',
        payment_method_data: {
          billing_details: expect.objectContaining({
            name: 'TARO YAMADA',
            email: 'hanako@example.jp',
            address: expect.objectContaining({ country: 'JP', postal_code: '1070062' }),
          }),
        },
      }),
    }),
  );
  expect(server.askedOf(setDefaultPaymentMethod).map(({ body }) => body)).toEqual([
    { paymentMethodId: 'pm_new', subscriptionId: 'sub_1' },
  ]);
  await act(() => jest.advanceTimersByTimeAsync(1900));
  expect(address()).toBe('/billing/subscription/sub_1');
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(address()).toBe('/subscription/sub_1');
  // The returned shop is shown; nothing is read again.
  expect(server.askedOf(listShops)).toHaveLength(1);
});

test('a name not in Latin letters: refused, nothing sent', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText('カード名義人'), '山田太郎');
  await screen.findByText('カードの入力欄');
  await user.click(await update());
  expect(await screen.findByText(/カード名義人をローマ字で入力してください/)).toBeVisible();
  expect(screen.getByLabelText('カード名義人')).toHaveFocus();
  expect(server.askedOf(createSetupIntent)).toHaveLength(0);
});

test("a refused or abandoned card: the provider's text, and the same setup is tried again", async () => {
  stripe.confirmSetup.mockResolvedValueOnce({ error: { message: '本人認証に失敗しました。' } });
  const { user } = open();
  await typeName(user);
  await user.click(await update());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '本人認証に失敗しました。お支払い方法は変更されていません。これまでのカードがそのまま使われます。',
  );
  expect(server.askedOf(setDefaultPaymentMethod)).toHaveLength(0);
  await user.click(await update());
  expect(await screen.findByText('お支払い方法を更新しました')).toBeVisible();
  expect(server.askedOf(createSetupIntent)).toHaveLength(1);
});

test("a refusal without a text: the specification's text", async () => {
  stripe.confirmSetup.mockResolvedValueOnce({ error: {} }).mockRejectedValueOnce(new Error('frame is gone'));
  const { user } = open();
  await typeName(user);
  await user.click(await update());
  expect(await screen.findByText('支払い方法の設定に失敗しました')).toBeVisible();
  await user.click(await update());
  expect(await screen.findByText('予期せぬエラーが発生しました')).toBeVisible();
});

test('the card setup cannot start: a message says so', async () => {
  server.refuse(createSetupIntent, 'PAYMENTS_UNAVAILABLE');
  const { user } = open();
  await typeName(user);
  await user.click(await update());
  expect(
    await screen.findByText(/支払い方法の設定準備中にエラーが発生しました。決済サービスに接続できません/),
  ).toBeVisible();
  expect(stripe.confirmSetup).not.toHaveBeenCalled();
});

test('the card fields do not load: a message with a retry', async () => {
  server.reply(getConfig, 'unreachable');
  const { user } = open();
  expect(await screen.findByText('支払い方法の設定準備中にエラーが発生しました')).toBeVisible();
  expect(await update()).toBeDisabled();
  stripe.install(server);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByText('カードの入力欄')).toBeVisible();
});

test.each([
  [
    'is refused',
    refuses('CHANGE_IN_PROGRESS'),
    'お支払い方法は変更されていません。これまでのカードがそのまま使われます。',
  ],
  ['is lost on the way here', 'unreachable' as const, 'お支払い方法は、すでに変更されている可能性があります。'],
  [
    'is lost between the server and Stripe',
    refuses('PAYMENTS_UNAVAILABLE'),
    'お支払い方法は、すでに変更されている可能性があります。',
  ],
])('the card is saved, and setting it %s: it is not asked for again', async (_what, reply, words) => {
  server.reply(setDefaultPaymentMethod, reply);
  const { user } = open();
  await typeName(user);
  await user.click(await update());
  expect(await screen.findByText('新しいカードは登録されています')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(new RegExp(`${words}$`));
  // What may have changed is read again.
  expect(server.askedOf(listShops)).toHaveLength(words.includes('可能性') ? 2 : 1);
  server.on(setDefaultPaymentMethod, { shop });
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByText('お支払い方法を更新しました')).toBeVisible();
  expect(stripe.confirmSetup).toHaveBeenCalledTimes(1);
});

test('the saved card is refused: another one is asked for', async () => {
  server.refuse(setDefaultPaymentMethod, 'CARD_DECLINED');
  const { user } = open();
  await typeName(user);
  await user.click(await update());
  expect(await screen.findByRole('alert')).toHaveTextContent('カードが利用できませんでした。');
  expect(screen.queryByText('新しいカードは登録されています')).not.toBeInTheDocument();
  await user.click(await update());
  await waitFor(() => expect(server.askedOf(createSetupIntent)).toHaveLength(2));
});

test('a payment is open: after the new card it can be paid at once', async () => {
  const overdue = aSubscription({ status: 'past_due' });
  const open_ = aShop({ subscriptions: [overdue], payment_history: [aPayment({ status: 'failed' })] });
  const paid: ShopRecord = aShop({ subscriptions: [aSubscription()], payment_history: [aPayment()] });
  server
    .on(listShops, [open_])
    .on(setDefaultPaymentMethod, { shop: open_ })
    .on(paySubscription, { shop: paid, charge: { status: 'paid', amount: 9900 } });
  const { user } = open();
  await typeName(user);
  await user.click(await update());
  expect(await screen.findByText('続けて、未払いのご請求をお支払いください。')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '今すぐ支払う' }));
  await waitFor(() => expect(address()).toBe('/subscription/sub_1'));
  expect(await screen.findByText('お支払いが完了しました')).toBeInTheDocument();
});

test('an ended subscription: no card is asked for', async () => {
  server.on(listShops, [aShop({ subscriptions: [aSubscription({ status: 'canceled' })] })]);
  open();
  expect(await screen.findByText('このご契約は終了しています')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'お支払い方法を更新' })).not.toBeInTheDocument();
});

test("another user's subscription is not found; a failed read has a retry", async () => {
  const { unmount } = open('/billing/subscription/sub_of_another');
  expect(await screen.findByText('指定されたサブスクリプションが見つかりません')).toBeVisible();
  unmount();
  server.reply(listShops, { status: 500, body: '' });
  const { user } = open();
  expect(await screen.findByText('サブスクリプション情報の取得に失敗しました')).toBeVisible();
  server.on(listShops, [shop]);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await update()).toBeVisible();
});
