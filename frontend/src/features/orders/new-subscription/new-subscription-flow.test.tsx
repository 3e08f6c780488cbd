import { trialDays } from '#shared/model/pricing';
import { screen, within } from '@testing-library/react';
import {
  calculatePricing,
  createSetupIntent,
  createSubscription,
  listShops,
  refreshShop,
  setDefaultPaymentMethod,
} from '#shared/contract/billing';
import { enabled } from '../../../../testing/enabled';
import { button } from '../../../../testing/find';
import {
  closed,
  enterCard,
  newcomer,
  open,
  orderServer,
  quantityDialog,
  toConfirmation,
  toPayment,
  withCard,
  withDevices,
} from '../../../../testing/new-subscription';
import type { FakeServer } from '../../../../testing/server';
import { aPricing, aShop, aSubscription, saved, visa } from '../../../../testing/shops';

let server: FakeServer;
beforeEach(() => void ({ server } = orderServer()));
afterEach(() => jest.useRealTimers());

test("an order with the shop's card: tier prices are sent, the changed shop is shown", async () => {
  server.on(calculatePricing, aPricing(6, 0, false));
  const { user } = await open(server, withCard);
  const stepper = await screen.findByRole('spinbutton', { name: '契約台数' });
  await user.clear(stepper);
  await user.type(stepper, '6');
  await toPayment(user);
  expect(screen.getByRole('radio', { name: '登録済みのカード' })).toBeChecked();
  await user.click(await button('確認へ進む'));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('6台')).toBeVisible();
  expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual(
    expect.arrayContaining(['契約台数', '本日のお支払い', '2回目以降', 'お支払い方法', 'お届け', '契約期間', '解約']),
  );
  expect(dialog.getByText('お届け').parentElement).toHaveTextContent('お申し込みの確認後、3営業日以内に発送します');
  expect(dialog.getByText('お支払い方法').parentElement).toHaveTextContent('Visa 末尾4242');
  expect(dialog.getByText('本日のお支払い').parentElement).toHaveTextContent('53,900円（税込・初月分）');
  expect(screen.getByRole('dialog')).not.toHaveTextContent('無料トライアル');
  await user.dblClick(await enabled(/申し込む$/));
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
  const { user } = await open(server, newcomer);
  await toPayment(user);
  await enterCard(user);
  expect(server.askedOf(createSetupIntent).map(({ body }) => body)).toEqual([{ customerId: 'cus_1' }]);
  expect((await screen.findByText('お支払い方法')).parentElement).toHaveTextContent('新しく登録したカード');
  expect(screen.getByText('本日のお支払い').parentElement).toHaveTextContent(`0円（${trialDays}日間の無料トライアル）`);
  expect(screen.getByText('最初のお支払い').parentElement).toHaveTextContent(
    /\d{4}年\d{1,2}月\d{1,2}日に9,900円（税込）、以後毎月$/,
  );
  await user.click(await enabled(/申し込む$/));
  await closed();
  expect(server.askedOf(createSubscription)[0]?.body).toEqual({
    items: [{ price: 'price_FIRST_UNIT', quantity: 1 }],
    trial: true,
    seen: { discount: 0, total: 9_900 },
    paymentMethodId: 'pm_new',
  });
  expect(server.askedOf(setDefaultPaymentMethod)[0]?.body).toEqual({ paymentMethodId: 'pm_new', customerId: 'cus_1' });
});

test('the confirmation leads back to the number of devices and to the card', async () => {
  const { user } = await open(server, withCard);
  await toPayment(user);
  await user.click(await button('確認へ進む'));
  await user.click(await button('お支払い方法を修正'));
  expect(screen.getByRole('radio', { name: '登録済みのカード' })).toBeChecked();
  await user.click(await button('確認へ進む'));
  await user.click(await button('契約台数を修正'));
  expect(screen.getByRole('spinbutton', { name: '契約台数' })).toBeVisible();
});

test('a double click on the way to the confirmation: nothing ordered', async () => {
  jest.useFakeTimers();
  const { user } = await open(server, withCard, { advanceTimers: jest.advanceTimersByTime });
  await toPayment(user);
  const next = await button('確認へ進む');
  await user.click(next);
  await user.click(await button(/申し込む$/));
  expect(screen.getByRole('button', { name: /申し込む$/ })).toBeDisabled();
  await enabled(/申し込む$/);
  expect(server.askedOf(createSubscription)).toHaveLength(0);
});

test('not a number: becomes one device', async () => {
  const { user } = await open(server, withCard);
  const stepper = await screen.findByRole('spinbutton', { name: '契約台数' });
  await user.clear(stepper);
  await user.type(stepper, 'たくさん');
  await user.tab();
  expect(stepper).toHaveValue('1');
});

test('the shop rents devices already: the quantity dialog opens instead', async () => {
  await open(server, withDevices);
  expect(await quantityDialog()).toHaveTextContent('この店舗はすでにご契約中です。台数を変更できます。');
  expect(screen.getByRole('spinbutton', { name: '契約台数' })).toHaveValue('2');
});

test('a subscription is unpaid: a link to it, and no order', async () => {
  await open(server, aShop({ subscriptions: [aSubscription({ status: 'past_due' })] }));
  expect(await screen.findByText('お支払いが確認できていないご契約があります')).toBeVisible();
  expect(screen.getByRole('link', { name: 'お支払いへ進む' })).toHaveAttribute('href', '/subscription/sub_1');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('a subscription is paused: it is to be resumed, and nobody is told of a late payment', async () => {
  await open(server, aShop({ subscriptions: [aSubscription({ status: 'paused' })] }));
  expect(await screen.findByText('一時停止しているご契約があります')).toBeVisible();
  expect(screen.queryByText(/お支払いが確認できていない/)).not.toBeInTheDocument();
});

test('only the server knows of a subscription: the quantity dialog opens', async () => {
  server.refuse(createSubscription, 'SUBSCRIPTION_EXISTS').on(refreshShop, { shop: withDevices });
  const { user } = await open(server, withCard);
  await toConfirmation(user);
  await user.click(await enabled(/申し込む$/));
  expect(await quantityDialog()).toBeVisible();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('an expired card is not offered; going back keeps the choices', async () => {
  const { user } = await open(
    server,
    aShop({
      customer: { default_payment_method: saved({ ...visa, exp_year: 2025 }) },
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
