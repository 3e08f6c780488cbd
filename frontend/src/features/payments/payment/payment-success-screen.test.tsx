import { screen, waitFor } from '@testing-library/react';
import { setDefaultPaymentMethod } from '#shared/contract/billing';
import { getConfig } from '#shared/contract/platform';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { address, renderScreens } from '../../../../testing/render-app';
import { FakeServer, refuses } from '../../../../testing/server';
import { aShop } from '../../../../testing/shops';
import { PaymentSuccessScreen } from './payment-success-screen';

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => {
  server = new FakeServer().install().on(setDefaultPaymentMethod, { shop: aShop() });
  stripe = new FakeStripe().install(server);
});

const setup = 'setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2&redirect_status=succeeded';
const payment = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';
const open = (query: string) =>
  renderScreens(
    { '/payment-success': <PaymentSuccessScreen />, '*': null },
    { at: `/payment-success${query && `?${query}`}` },
  );
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('a card for a subscription: set for it, linked to it, the secret removed from the address', async () => {
  open(`subscriptionId=sub_1&${setup}`);
  expect(await heading('お手続きが完了しました')).toBeVisible();
  expect(screen.getByText('お支払い方法を登録しました')).toBeVisible();
  expect(stripe.retrieveSetupIntent).toHaveBeenCalledWith('seti_1_secret_2');
  expect(server.askedOf(setDefaultPaymentMethod).map(({ body }) => body)).toEqual([
    { paymentMethodId: 'pm_new', subscriptionId: 'sub_1' },
  ]);
  expect(screen.getByRole('link', { name: '契約の詳細へ' })).toHaveAttribute('href', '/subscription/sub_1');
  await waitFor(() => expect(address()).toMatch(/^\/payment-success$/));
});

test('a card for a shop: set for it', async () => {
  open(`customerId=cus_1&${setup}`);
  expect(await heading('お手続きが完了しました')).toBeVisible();
  expect(server.askedOf(setDefaultPaymentMethod).map(({ body }) => body)).toEqual([
    { paymentMethodId: 'pm_new', customerId: 'cus_1' },
  ]);
  expect(screen.getByRole('link', { name: '店舗詳細へ' })).toHaveAttribute('href', '/store/cus_1');
});

test('an address that names neither shop nor subscription: the card is saved, and nothing is set', async () => {
  open(setup);
  expect(await heading('お手続きが完了しました')).toBeVisible();
  expect(server.askedOf(setDefaultPaymentMethod)).toHaveLength(0);
  expect(screen.getByRole('link', { name: '店舗一覧へ' })).toHaveAttribute('href', '/');
});

test('the check failed: the screen says so whatever the address says, and offers another card', async () => {
  stripe.retrieveSetupIntent.mockResolvedValue({
    setupIntent: {
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { message: '認証に失敗しました。' },
    },
  });
  open(`subscriptionId=sub_1&${setup}`);
  expect(await heading('カードを登録できませんでした')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('認証に失敗しました。 これまでの登録内容は変わっていません。');
  expect(server.askedOf(setDefaultPaymentMethod)).toHaveLength(0);
  expect(screen.getByRole('link', { name: 'カードを登録する' })).toHaveAttribute('href', '/billing/subscription/sub_1');
});

test('Stripe says in English why the check failed: the screen says it in Japanese alone', async () => {
  stripe.retrieveSetupIntent.mockResolvedValue({
    setupIntent: {
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { message: 'We are unable to authenticate your payment method.' },
    },
  });
  open(`subscriptionId=sub_1&${setup}`);
  expect(await heading('カードを登録できませんでした')).toBeVisible();
  expect(screen.getByRole('alert')).not.toHaveTextContent(/[a-z]{3}/i);
});

test.each([
  ['on the way here', 'unreachable' as const],
  ['between the server and Stripe', refuses('PAYMENTS_UNAVAILABLE')],
])('the response was lost %s: the card may be set, and asking again sets it', async (_what, lost) => {
  server.reply(setDefaultPaymentMethod, lost);
  const { user } = open(`subscriptionId=sub_1&${setup}`);
  expect(await heading('お手続きの結果を確認できませんでした')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('お手続きが完了している場合もあります。');
  server.on(setDefaultPaymentMethod, { shop: aShop() });
  await user.click(screen.getByRole('button', { name: 'もう一度確認する' }));
  expect(await heading('お手続きが完了しました')).toBeVisible();
});

test('the card cannot be set: the screen says that the old one stays', async () => {
  server.refuse(setDefaultPaymentMethod, 'CARD_DECLINED');
  open(`subscriptionId=sub_1&${setup}`);
  expect(await heading('お支払い方法を変更できませんでした')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('これまでのカードがそのまま使われます。');
});

test.each([
  ['succeeded', 'お支払いが完了しました'],
  ['processing', 'お手続きを処理しています'],
  ['requires_payment_method', 'お支払いが完了していません'],
])('a payment that is %s', async (status, title) => {
  stripe.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status, last_payment_error: null } });
  open(payment);
  expect(await heading(title)).toBeVisible();
});

test('the outcome cannot be read: an error with a retry', async () => {
  server.reply(getConfig, 'unreachable');
  const { user } = open(setup);
  expect(await heading('お手続きの結果を確認できませんでした')).toBeVisible();
  stripe.install(server);
  await user.click(screen.getByRole('button', { name: 'もう一度確認する' }));
  expect(await heading('お手続きが完了しました')).toBeVisible();
});

test('the address without values: nothing to confirm, nothing sent', async () => {
  open('');
  expect(await heading('確認が必要なお手続きはありません')).toBeVisible();
  expect(server.asked).toHaveLength(0);
});
