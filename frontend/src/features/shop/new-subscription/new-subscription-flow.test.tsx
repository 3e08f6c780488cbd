import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import {
  calculatePricing,
  createSetupIntent,
  createSubscription,
  listPrices,
  listShops,
  refreshShop,
  setDefaultPaymentMethod,
} from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer, refuses } from '../../../../testing/server';
import { aPricing, aShop, aSubscription, visa } from '../../../../testing/shops';
import { useNow } from '../../../lib/use-now';
import { useShop } from '../../../lib/use-shops';
import {
  NewSubscriptionButton,
  NewSubscriptionFlow,
  firstStep,
  type NewSubscriptionStep,
} from './new-subscription-flow';

let server: FakeServer;
let stripe: FakeStripe;
const withCard = aShop({
  customer: { default_payment_method: { card: visa } },
  subscriptions: [aSubscription({ id: 'sub_0', status: 'canceled' })],
});
const newcomer = aShop({ customer: { default_payment_method: null } });
const withDevices = { ...withCard, subscriptions: [aSubscription({}, 2), ...withCard.subscriptions] };

beforeEach(() => {
  server = new FakeServer().install();
  stripe = new FakeStripe().install(server);
  server
    .on(calculatePricing, aPricing(1, 0, false))
    .on(listPrices, [])
    .on(createSetupIntent, { clientSecret: 'seti_1_secret_2', publishableKey: 'pk_live' })
    .on(setDefaultPaymentMethod, { shop: withDevices })
    .on(createSubscription, {
      shop: withDevices,
      subscriptionId: 'sub_1',
      charge: { status: 'paid', amount: 9_900 },
    });
});
afterEach(() => jest.useRealTimers());

function Host() {
  const found = useShop('cus_1');
  const now = useNow();
  const [step, setStep] = useState<NewSubscriptionStep>();
  if (found.state !== 'found') return null;
  return (
    <>
      <NewSubscriptionButton onBegin={() => setStep(firstStep(found.shop))} />
      <NewSubscriptionFlow shop={found.shop} now={now} step={step} onStep={setStep} />
    </>
  );
}
const open = async (shop: ShopRecord, options: Parameters<typeof renderApp>[1] = {}) => {
  server.on(listShops, [shop]);
  const { user } = renderApp(<Host />, options);
  await user.click(await button('新しいサブスクリプション'));
  return { user };
};
const quantityDialog = () => screen.findByRole('dialog', { name: '数量の変更' });
type User = Awaited<ReturnType<typeof open>>['user'];
const button = (name: string) => screen.findByRole('button', { name });
const toPayment = async (user: User) => {
  const next = await button('お支払いへ進む');
  await waitFor(() => expect(next).toBeEnabled());
  await user.click(next);
};
const toConfirmation = async (user: User) => {
  await toPayment(user);
  await user.click(await button('確認へ進む'));
};
const enterCard = async (user: User) => {
  await user.type(await screen.findByLabelText('カード名義人'), 'TARO YAMADA');
  await screen.findByText('カードの入力欄');
  await user.click(await button('カードを登録して確認へ'));
};
/** The order button, once it is enabled. */
const orderButton = async (name: string) => {
  const found = await button(name);
  await waitFor(() => expect(found).toBeEnabled());
  return found;
};
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test("an order with the shop's card: tier prices are sent, the changed shop is shown", async () => {
  server.on(calculatePricing, aPricing(6, 0, false));
  const { user } = await open(withCard);
  const stepper = await screen.findByRole('spinbutton', { name: 'ご利用台数' });
  await user.clear(stepper);
  await user.type(stepper, '6');
  await toPayment(user);
  expect(screen.getByRole('radio', { name: '登録済みのカード' })).toBeChecked();
  await user.click(await button('確認へ進む'));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('6台')).toBeVisible();
  expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual(
    expect.arrayContaining([
      'ご利用台数',
      '本日のお支払い',
      '2回目以降のお支払い',
      'お支払い方法',
      'お届け',
      '契約期間',
      '解約',
    ]),
  );
  expect(dialog.getByText('お支払い方法').parentElement).toHaveTextContent('Visa 末尾4242');
  expect(dialog.getByText('本日のお支払い').parentElement).toHaveTextContent('53,900円（税込・初月分）');
  expect(screen.getByRole('dialog')).not.toHaveTextContent('無料トライアル');
  await user.dblClick(await orderButton('この内容で申し込む'));
  await closed();
  expect(server.askedOf(createSubscription).map(({ body }) => body)).toEqual([
    {
      items: [
        { price: 'price_FIRST_UNIT', quantity: 1 },
        { price: 'price_SECOND_TO_FOURTH', quantity: 3 },
        { price: 'price_FIFTH_AND_MORE', quantity: 2 },
      ],
      trial: false,
      seen: { discount: 0, total: 53_900 },
    },
  ]);
  expect(await screen.findByText('サブスクリプションを開始しました')).toBeInTheDocument();
  // No card of its own was given: the shop's default card does not change.
  expect(server.askedOf(setDefaultPaymentMethod)).toHaveLength(0);
  expect(server.askedOf(listShops)).toHaveLength(1);
});

test("a first subscription: a free trial, and the new card becomes the shop's", async () => {
  server.on(calculatePricing, aPricing(1));
  const { user } = await open(newcomer);
  await toPayment(user);
  await enterCard(user);
  expect(server.askedOf(createSetupIntent).map(({ body }) => body)).toEqual([{ customerId: 'cus_1' }]);
  expect(await screen.findByText('新しく登録したクレジットカード')).toBeVisible();
  expect(screen.getByText('本日のお支払い').parentElement).toHaveTextContent('0円（35日間の無料トライアル）');
  expect(screen.getByText('最初のお支払い').parentElement).toHaveTextContent(
    /\d{4}年\d{1,2}月\d{1,2}日に9,900円、以後は毎月1回/,
  );
  await user.click(await orderButton('この内容で無料トライアルを始める'));
  await closed();
  expect(server.askedOf(createSubscription)[0]?.body).toEqual({
    items: [{ price: 'price_FIRST_UNIT', quantity: 1 }],
    trial: true,
    seen: { discount: 0, total: 9_900 },
    paymentMethodId: 'pm_new',
  });
  expect(server.askedOf(setDefaultPaymentMethod)[0]?.body).toEqual({ paymentMethodId: 'pm_new', customerId: 'cus_1' });
});

test('the price changed since it was shown: the new one is shown, and sent with the next press', async () => {
  const { user } = await open(withCard);
  await toConfirmation(user);
  server.refuse(createSubscription, 'PRICE_CHANGED', { pricing: aPricing(1, 990, false) });
  await user.click(await orderButton('この内容で申し込む'));
  expect(await screen.findByText(/料金が変わりました。登録や請求は行われていません/)).toBeVisible();
  expect(screen.getByText('本日のお支払い').parentElement).toHaveTextContent('8,910円');
  server.on(createSubscription, {
    shop: withDevices,
    subscriptionId: 'sub_1',
    charge: { status: 'paid', amount: 8_910 },
  });
  await user.click(await orderButton('この内容で申し込む'));
  await closed();
  expect(server.askedOf(createSubscription).at(-1)?.body).toMatchObject({ seen: { discount: 990, total: 8_910 } });
});

test('the trial was used meanwhile: the price is shown again without it before anything is ordered', async () => {
  server.on(calculatePricing, aPricing(1));
  const { user } = await open(newcomer);
  await toPayment(user);
  await enterCard(user);
  server.refuse(createSubscription, 'TRIAL_CHANGED').on(calculatePricing, aPricing(1, 0, false));
  await user.click(await orderButton('この内容で無料トライアルを始める'));
  expect(await screen.findByText(/無料トライアルの有無が変わりました。料金をもう一度ご確認のうえ/)).toBeVisible();
  expect(await screen.findByText('本日のお支払い')).toBeVisible();
  expect(screen.getByText('本日のお支払い').parentElement).toHaveTextContent('9,900円（税込・初月分）');
  expect(await orderButton('この内容で申し込む')).toBeVisible();
});

test('a double click on the way to the confirmation: nothing ordered', async () => {
  jest.useFakeTimers();
  const { user } = await open(withCard, { advanceTimers: jest.advanceTimersByTime });
  await toPayment(user);
  const next = await button('確認へ進む');
  await user.click(next);
  await user.click(await button('この内容で申し込む'));
  expect(screen.getByRole('button', { name: 'この内容で申し込む' })).toBeDisabled();
  await orderButton('この内容で申し込む');
  expect(server.askedOf(createSubscription)).toHaveLength(0);
});

test('not a number: becomes one device', async () => {
  const { user } = await open(withCard);
  const stepper = await screen.findByRole('spinbutton', { name: 'ご利用台数' });
  await user.clear(stepper);
  await user.type(stepper, 'たくさん');
  await user.tab();
  expect(stepper).toHaveValue('1');
});

test('the shop rents devices already: the quantity dialog opens instead', async () => {
  await open(withDevices);
  expect(await quantityDialog()).toHaveTextContent('この店舗はすでにご契約中です。台数を変更できます。');
  expect(screen.getByRole('spinbutton', { name: '契約台数' })).toHaveValue('2');
});

test('a subscription is unpaid: a link to it, and no order', async () => {
  await open(aShop({ subscriptions: [aSubscription({ status: 'past_due' })] }));
  expect(await screen.findByText('お支払いが確認できていないご契約があります')).toBeVisible();
  expect(screen.getByRole('link', { name: '契約の詳細へ' })).toHaveAttribute('href', '/subscription/sub_1');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('only the server knows of a subscription: the quantity dialog opens', async () => {
  server.refuse(createSubscription, 'SUBSCRIPTION_EXISTS').on(refreshShop, { shop: withDevices });
  const { user } = await open(withCard);
  await toConfirmation(user);
  await user.click(await orderButton('この内容で申し込む'));
  expect(await quantityDialog()).toBeVisible();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('the card cannot be saved: the payment step stays, with the reason', async () => {
  stripe.confirmSetup.mockResolvedValueOnce({ error: { message: 'カードが拒否されました。' } });
  server.on(calculatePricing, aPricing(1));
  const { user } = await open(newcomer);
  await toPayment(user);
  await enterCard(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('支払い方法の設定に失敗しましたカードが拒否されました。');
  server.reply(createSetupIntent, 'unreachable');
  await user.click(await button('カードを登録して確認へ'));
  expect(await orderButton('この内容で無料トライアルを始める')).toBeVisible();
});

test('the card setup cannot start: a message', async () => {
  server.reply(createSetupIntent, 'unreachable');
  server.on(calculatePricing, aPricing(1));
  const { user } = await open(newcomer);
  await toPayment(user);
  await enterCard(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('支払い方法の設定準備中にエラーが発生しました');
});

test('the card is declined: another can be chosen, and the next try has another key', async () => {
  server.refuse(createSubscription, 'CARD_DECLINED', { message: 'カードの利用可能額が不足しています。' });
  const { user } = await open(withCard);
  await toConfirmation(user);
  await user.click(await orderButton('この内容で申し込む'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'サブスクリプションの作成中にエラーが発生しましたカードの利用可能額が不足しています。',
  );
  await user.click(await button('別のカードを選ぶ'));
  await user.click(await screen.findByRole('radio', { name: '新しいカード' }));
  await enterCard(user);
  await user.click(await orderButton('この内容で申し込む'));
  await waitFor(() => expect(server.askedOf(createSubscription)).toHaveLength(2));
  const [first, second] = server.askedOf(createSubscription).map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
});

test.each([
  [
    'a lost answer',
    'unreachable' as const,
    'サブスクリプションの作成中にエラーが発生しました通信エラーが発生しました。',
  ],
  ['a payment being processed', refuses('IDEMPOTENCY_KEY_IN_USE'), 'お申し込みを処理しています'],
])('%s: a message says so, and the next try has the same key', async (_what, answer, words) => {
  server.reply(createSubscription, answer);
  const { user } = await open(withCard);
  await toConfirmation(user);
  await user.click(await orderButton('この内容で申し込む'));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  server.on(createSubscription, {
    shop: withDevices,
    subscriptionId: 'sub_1',
    charge: { status: 'paid', amount: 9_900 },
  });
  await user.click(await orderButton('この内容で申し込む'));
  await closed();
  const [first, second] = server.askedOf(createSubscription).map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
});

test("the card does not become the shop's: the subscription is created, with a warning", async () => {
  server.refuse(setDefaultPaymentMethod, 'PAYMENTS_UNAVAILABLE');
  server.on(calculatePricing, aPricing(1));
  const { user } = await open(newcomer);
  await toPayment(user);
  await enterCard(user);
  await user.click(await orderButton('この内容で無料トライアルを始める'));
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
  const { user } = await open(withCard);
  await toConfirmation(user);
  await user.click(await orderButton('この内容で申し込む'));
  if (how === 'done') {
    await closed();
  } else {
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '初回のお支払いが完了していませんお支払いが完了すると、ご契約が始まります。本人認証が中断されました。',
    );
    expect(screen.getByRole('link', { name: 'お支払いへ進む' })).toHaveAttribute('href', '/subscription/sub_1');
  }
  expect(server.askedOf(refreshShop)).toHaveLength(1);
});

test('an expired card is not offered; going back keeps the choices', async () => {
  const { user } = await open(
    aShop({
      customer: { default_payment_method: { card: { ...visa, exp_year: 2025 } } },
      subscriptions: withCard.subscriptions,
    }),
  );
  await toPayment(user);
  expect(screen.queryByRole('radio', { name: '登録済みのカード' })).not.toBeInTheDocument();
  await user.type(await screen.findByLabelText('カード名義人'), 'TARO YAMADA');
  await user.click(await button('戻る'));
  await toPayment(user);
  expect(screen.getByLabelText('カード名義人')).toHaveValue('TARO YAMADA');
});
