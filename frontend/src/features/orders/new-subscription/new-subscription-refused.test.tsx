import { screen, waitFor } from '@testing-library/react';
import {
  calculatePricing,
  createSetupIntent,
  createSubscription,
  refreshShop,
  setDefaultPaymentMethod,
} from '#shared/contract/billing';
import { getConfig } from '#shared/contract/platform';
import { enabled } from '../../../../testing/enabled';
import type { FakeStripe } from '../../../../testing/fake-stripe';
import { button } from '../../../../testing/find';
import {
  closed,
  enterCard,
  newcomer,
  open,
  orderServer,
  toConfirmation,
  toPayment,
  withCard,
  withDevices,
} from '../../../../testing/new-subscription';
import { refuses, type FakeServer } from '../../../../testing/server';
import { aPricing } from '../../../../testing/shops';
import { stageConfig } from '../../../../testing/stage-config';

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => void ({ server, stripe } = orderServer()));

test('the price changed since it was shown: the new one is shown, and sent with the next press', async () => {
  const { user } = await open(server, withCard);
  await toConfirmation(user);
  server.refuse(createSubscription, 'PRICE_CHANGED', { pricing: aPricing(1, 990, false) });
  await user.click(await enabled(/申し込む$/));
  expect(await screen.findByText(/料金が変わりました。登録や請求は行われていません/)).toBeVisible();
  expect(screen.getByText('本日のお支払い').parentElement).toHaveTextContent('8,910円');
  server.on(createSubscription, {
    shop: withDevices,
    subscriptionId: 'sub_1',
    charge: { status: 'paid', amount: 8_910 },
  });
  await user.click(await enabled(/申し込む$/));
  await closed();
  expect(server.askedOf(createSubscription).at(-1)?.body).toMatchObject({ seen: { discount: 990, total: 8_910 } });
});

test('the terms of the stage cannot be read: ordering is disabled until they are shown', async () => {
  server.refuse(getConfig, 'PAYMENTS_UNAVAILABLE');
  const { user } = await open(server, withCard);
  await toConfirmation(user);
  expect(await screen.findByText('解約の条件を取得できませんでした')).toBeVisible();
  expect(await button(/申し込む$/)).toBeDisabled();
  server.on(getConfig, stageConfig);
  await user.click(await button('もう一度試す'));
  expect(await screen.findByText(/^解約を希望する日の30日前までに/)).toBeVisible();
  expect(await enabled(/申し込む$/)).toBeEnabled();
});

test('the trial was used meanwhile: the price is shown again without it before anything is ordered', async () => {
  server.on(calculatePricing, aPricing(1));
  const { user } = await open(server, newcomer);
  await toPayment(user);
  await enterCard(user);
  server.refuse(createSubscription, 'TRIAL_CHANGED').on(calculatePricing, aPricing(1, 0, false));
  await user.click(await enabled(/申し込む$/));
  expect(await screen.findByText(/無料トライアルの有無が変わりました。料金をもう一度ご確認のうえ/)).toBeVisible();
  expect(await screen.findByText('本日のお支払い')).toBeVisible();
  expect(screen.getByText('本日のお支払い').parentElement).toHaveTextContent('9,900円（税込・初月分）');
  expect(await enabled(/申し込む$/)).toBeVisible();
});

test('the card cannot be saved: the payment step stays, with the reason', async () => {
  stripe.confirmSetup.mockResolvedValueOnce({ error: { message: 'カードが拒否されました。' } });
  server.on(calculatePricing, aPricing(1));
  const { user } = await open(server, newcomer);
  await toPayment(user);
  await enterCard(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('支払い方法の設定に失敗しましたカードが拒否されました。');
  server.reply(createSetupIntent, 'unreachable');
  await user.click(await button('カードを登録して確認へ'));
  expect(await enabled(/申し込む$/)).toBeVisible();
});

test('the card setup cannot start: a message', async () => {
  server.reply(createSetupIntent, 'unreachable');
  server.on(calculatePricing, aPricing(1));
  const { user } = await open(server, newcomer);
  await toPayment(user);
  await enterCard(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('支払い方法の設定準備中にエラーが発生しました');
});

test('the card is declined: another can be chosen, and the next try has another key', async () => {
  server.refuse(createSubscription, 'CARD_DECLINED', { message: 'カードの利用可能額が不足しています。' });
  const { user } = await open(server, withCard);
  await toConfirmation(user);
  await user.click(await enabled(/申し込む$/));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'サブスクリプションの作成中にエラーが発生しましたカードの利用可能額が不足しています。',
  );
  await user.click(await button('別のカードを選ぶ'));
  await user.click(await screen.findByRole('radio', { name: '新しいカード' }));
  await enterCard(user);
  await user.click(await enabled(/申し込む$/));
  await waitFor(() => expect(server.askedOf(createSubscription)).toHaveLength(2));
  const [first, second] = server.askedOf(createSubscription).map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
});

test('an ended subscription owes: the refusal leads to where it is paid', async () => {
  server.refuse(createSubscription, 'SHOP_OWES', { owed: 18_700, subscriptionId: 'sub_0' });
  const { user } = await open(server, withCard);
  await toConfirmation(user);
  await user.click(await enabled(/申し込む$/));
  expect(await screen.findByRole('alert')).toHaveTextContent(/以前のご契約に、未払いのご請求があります/);
  expect(screen.getByRole('link', { name: 'お支払いへ進む' })).toHaveAttribute('href', '/subscription/sub_0');
});

test.each([
  [
    'a lost response',
    'unreachable' as const,
    'サブスクリプションの作成中にエラーが発生しました通信エラーが発生しました。',
  ],
  ['a payment being processed', refuses('IDEMPOTENCY_KEY_IN_USE'), 'お申し込みを処理しています'],
])('%s: a message says so, and the next try has the same key', async (_what, response, words) => {
  server.reply(createSubscription, response);
  const { user } = await open(server, withCard);
  await toConfirmation(user);
  await user.click(await enabled(/申し込む$/));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  server.on(createSubscription, {
    shop: withDevices,
    subscriptionId: 'sub_1',
    charge: { status: 'paid', amount: 9_900 },
  });
  await user.click(await enabled(/申し込む$/));
  await closed();
  const [first, second] = server.askedOf(createSubscription).map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
});

test('a lost response: the shop is read again, because the subscription may exist', async () => {
  server.reply(createSubscription, 'unreachable').on(refreshShop, { shop: withDevices });
  const { user } = await open(server, withCard);
  await toConfirmation(user);
  await user.click(await enabled(/申し込む$/));
  await screen.findByRole('alert');
  expect(server.askedOf(refreshShop)).toHaveLength(1);
});

test("the card does not become the shop's: the subscription is created, with a warning", async () => {
  server.refuse(setDefaultPaymentMethod, 'PAYMENTS_UNAVAILABLE');
  server.on(calculatePricing, aPricing(1));
  const { user } = await open(server, newcomer);
  await toPayment(user);
  await enterCard(user);
  await user.click(await enabled(/申し込む$/));
  expect(await screen.findByRole('dialog', { name: 'サブスクリプションを作成しました' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(
    '支払い方法の設定に失敗しましたサブスクリプションは作成されています。',
  );
  expect(screen.getByRole('link', { name: 'お支払い方法を確認する' })).toHaveAttribute(
    'href',
    '/billing/subscription/sub_1',
  );
});

test.each([
  ['done', { paymentIntent: { status: 'succeeded' } }],
  ['abandoned', { error: { message: '本人認証が中断されました。' } }],
])('3-D Secure, %s', async (how, result) => {
  stripe.handleNextAction.mockResolvedValue(result);
  server
    .on(createSubscription, {
      shop: withDevices,
      subscriptionId: 'sub_1',
      charge: { status: 'requires_action', amount: 9_900, clientSecret: 'pi_1_secret_2' },
    })
    .on(refreshShop, { shop: withDevices });
  const { user } = await open(server, withCard);
  await toConfirmation(user);
  await user.click(await enabled(/申し込む$/));
  if (how === 'done') {
    await closed();
  } else {
    expect(await screen.findByRole('dialog', { name: 'お支払いが完了しませんでした' })).toHaveTextContent(
      '本人認証が中断されました。',
    );
    expect(screen.getByRole('link', { name: 'お支払いへ進む' })).toHaveAttribute('href', '/subscription/sub_1');
  }
  expect(server.askedOf(refreshShop)).toHaveLength(1);
});

test('3-D Secure, the connection is lost: the first payment is not called open, because it may be made', async () => {
  const lost = { error: { type: 'api_connection_error', message: '接続できませんでした。' } };
  stripe.handleNextAction.mockResolvedValue(lost);
  stripe.retrievePaymentIntent
    .mockResolvedValueOnce({ paymentIntent: { status: 'requires_action' } })
    .mockResolvedValueOnce(lost);
  server
    .on(createSubscription, {
      shop: withDevices,
      subscriptionId: 'sub_1',
      charge: { status: 'requires_action', amount: 9_900, clientSecret: 'pi_1_secret_2' },
    })
    .on(refreshShop, { shop: withDevices });
  const { user } = await open(server, withCard);
  await toConfirmation(user);
  await user.click(await enabled(/申し込む$/));
  const said = await screen.findByRole('dialog', { name: 'お支払いの結果を確認できませんでした' });
  expect(said).not.toHaveTextContent(/完了してい?ません|完了しませんでした/);
  expect(screen.getByRole('link', { name: 'お支払いの状況を確認する' })).toHaveAttribute('href', '/subscription/sub_1');
});
