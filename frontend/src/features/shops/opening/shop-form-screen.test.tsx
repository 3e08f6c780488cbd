import { act, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { calculatePricing, listShops, setDefaultPaymentMethod } from '#shared/contract/billing';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import { legalTexts } from '#shared/model/legal-texts';
import type { FakeStripe } from '../../../../testing/fake-stripe';
import { address, hanako, renderScreens } from '../../../../testing/render-app';
import { responds, type FakeServer } from '../../../../testing/server';
import { button, valueOf } from '../../../../testing/find';
import {
  fillAll,
  fillShop,
  openForm,
  opened,
  order,
  press,
  readyToOpen,
  toConfirmation,
} from '../../../../testing/shop-form';
import { aPricing, aShop } from '../../../../testing/shops';
import { acceptance } from '../../../lib/storage';
import { useShops } from '../../../lib/use-shops';
import { ShopFormScreen } from './shop-form-screen';

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => void ({ server, stripe } = readyToOpen()));

const keys = () => server.askedOf(createShopWithSubscription).map(({ headers }) => headers.get('idempotency-key'));

test('the texts are not agreed to: back to the terms, nothing stored', () => {
  acceptance.clear();
  acceptance.acceptTerms();
  renderScreens(
    { '/stores/new/form': <ShopFormScreen />, '/stores/new': <p>利用規約</p> },
    { at: '/stores/new/form?firstTime=true' },
  );
  expect(address()).toBe('/stores/new?firstTime=true');
  expect(screen.getByText('利用規約')).toBeVisible();
  acceptance.acceptPrivacy();
  expect(acceptance.complete()).toBe(false);
});

test('the first shop: its own title and no cancel button', async () => {
  openForm('/stores/new/form?firstTime=true');
  expect(await screen.findByRole('heading', { name: '最初の店舗の設定' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'キャンセル' })).not.toBeInTheDocument();
});

test('a shop with a subscription: confirmed, opened, the card saved, then home', async () => {
  const { user } = openForm();
  await toConfirmation(user);
  expect(screen.getByRole('heading', { name: 'お申し込み内容の確認' })).toBeVisible();
  expect(valueOf('契約台数')).toHaveTextContent('1台');
  expect(valueOf('本日のお支払い')).toHaveTextContent(/0円（\d+日間の無料トライアル）/);
  // Of one price, the row of the payment says all.
  expect(screen.queryByRole('region', { name: '月額料金' })).not.toBeInTheDocument();
  expect(valueOf('最初のお支払い')).toHaveTextContent(/\d{4}年\d{1,2}月\d{1,2}日に9,900円（税込）、以後毎月$/);
  expect(valueOf('お支払い方法')).toHaveTextContent('カード（名義人 TARO YAMADA）');
  expect(valueOf('お届け')).toHaveTextContent('お申し込みの確認後、3営業日以内に発送します');
  expect(valueOf('契約期間')).toHaveTextContent('1か月（自動更新）');
  expect(valueOf('解約')).toHaveTextContent(
    /30日前までに.*30日前を過ぎてからのお手続きもお受けします。トライアル期間中の解約には料金がかかりません。/,
  );
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  expect(await screen.findByText('店舗を登録しました')).toBeInTheDocument();
  expect(server.askedOf(createShopWithSubscription)[0]?.body).toMatchObject({
    storeData: { storeName: '青山店', email: hanako.email, cardholderName: 'TARO YAMADA' },
    subscriptionData: { revonizerQuantity: 1 },
    acceptance: { termsVersion: legalTexts.terms.version, privacyVersion: legalTexts.privacy.version },
    trial: true,
    seen: { discount: 0, total: 9_900 },
  });
  expect(stripe.confirmSetup).toHaveBeenCalledWith(
    expect.objectContaining({
      clientSecret: 'seti_1_secret_2',
      confirmParams: expect.objectContaining({
        // A bank that insists on its own page sends the browser back with the shop that the card is for.
        return_url: expect.stringContaining('/payment-success?customerId=cus_1'),
        payment_method_data: { billing_details: expect.objectContaining({ name: 'TARO YAMADA' }) },
      }),
    }),
  );
  expect(server.askedOf(setDefaultPaymentMethod).map(({ body }) => body)).toEqual([
    { paymentMethodId: expect.stringMatching(/^pm_/), customerId: 'cus_1' },
  ]);
  expect(acceptance.complete()).toBe(false);
});

test("the saved card cannot be set as the shop's: the shop is still opened", async () => {
  server.refuse(setDefaultPaymentMethod, 'PAYMENTS_UNAVAILABLE');
  const { user } = openForm();
  await toConfirmation(user);
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  expect(await screen.findByText('店舗を登録しました')).toBeInTheDocument();
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(1);
});

test('a shop without a subscription: no card is asked for, then home', async () => {
  const { user } = openForm();
  await fillShop(user);
  await user.click(screen.getByRole('radio', { name: /店舗だけを登録する/ }));
  expect(screen.queryByLabelText(/^カード名義人/)).not.toBeInTheDocument();
  await press(user, '確認画面へ');
  expect(await screen.findByRole('heading', { name: '登録内容の確認' })).toHaveFocus();
  await press(user, 'この内容で登録する');
  await waitFor(() => expect(address()).toBe('/'));
  expect(await screen.findByText('レンタルはこの店舗からいつでも申し込めます。')).toBeInTheDocument();
  expect(server.askedOf(createShopOnly)[0]?.body).toMatchObject({ storeData: { storeName: '青山店' } });
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(0);
});

describe('the owner has no free trial left', () => {
  const paid = { ...opened, clientSecret: 'pi_1_secret_2' };
  beforeEach(() => void server.on(calculatePricing, aPricing(1, 0, false)).on(createShopWithSubscription, paid));

  test('the first month is shown, and paid with the card at once', async () => {
    const { user } = openForm();
    await toConfirmation(user);
    expect(valueOf('本日のお支払い')).toHaveTextContent('9,900円（税込・初月分）');
    await press(user, order);
    await waitFor(() => expect(address()).toBe('/'));
    expect(server.askedOf(createShopWithSubscription)[0]?.body).toMatchObject({ trial: false });
    expect(stripe.updateElements).toHaveBeenCalledWith({ mode: 'subscription', amount: 9_900 });
    expect(stripe.confirmPayment).toHaveBeenCalledWith(
      expect.objectContaining({
        clientSecret: 'pi_1_secret_2',
        confirmParams: expect.objectContaining({
          return_url: expect.stringContaining('/payment-success?customerId=cus_1'),
        }),
      }),
    );
    expect(server.askedOf(setDefaultPaymentMethod).map(({ body }) => body)).toEqual([
      { paymentMethodId: 'pm_new', customerId: 'cus_1' },
    ]);
  });

  test('declined: the shop is opened, and the same payment is asked for again', async () => {
    stripe.confirmPayment.mockResolvedValueOnce({ error: { message: 'カードが拒否されました。' } });
    const { user } = openForm();
    await toConfirmation(user);
    await press(user, order);
    expect(await screen.findByRole('heading', { name: '初回のお支払い' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('お支払いが完了していません。店舗の登録は完了しています。');
    await press(user, '支払う');
    await waitFor(() => expect(address()).toBe('/'));
    expect(server.askedOf(createShopWithSubscription)).toHaveLength(1);
    expect(stripe.confirmPayment).toHaveBeenCalledTimes(2);
  });

  test('paid, and the response was lost: the next try says that it is paid', async () => {
    const succeeded = { status: 'succeeded', payment_method: 'pm_new' };
    stripe.confirmPayment
      .mockResolvedValueOnce({ error: { message: '通信エラーが発生しました。' } })
      .mockResolvedValueOnce({ error: { message: '', payment_intent: succeeded } });
    const { user } = openForm();
    await toConfirmation(user);
    await press(user, order);
    await press(user, '支払う');
    await waitFor(() => expect(address()).toBe('/'));
  });
});

test('too many devices in trials without a card: the server’s words are shown', async () => {
  server.refuse(createShopWithSubscription, 'TRIALS_WITHOUT_CARD');
  const { user } = openForm();
  await toConfirmation(user);
  await press(user, order);
  expect(await screen.findByText(/先に、その店舗のお支払い方法の画面でカードを登録して/)).toBeVisible();
});

test('the price changed since it was shown: the new one is shown, and sent with the next press', async () => {
  const now = aPricing(1, 990);
  server.refuse(createShopWithSubscription, 'PRICE_CHANGED', { pricing: now });
  const { user } = openForm();
  await toConfirmation(user);
  await press(user, order);
  expect(await screen.findByText(/料金が変わりました。登録や請求は行われていません/)).toBeVisible();
  await waitFor(() => expect(valueOf('月額合計（税込）')).toHaveTextContent('8,910円'));
  server.on(createShopWithSubscription, opened);
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(createShopWithSubscription).map(({ body }) => (body as { seen: unknown }).seen)).toEqual([
    { discount: 0, total: 9_900 },
    { discount: 990, total: 8_910 },
  ]);
  expect(keys()[1]).not.toBe(keys()[0]);
});

test('the price cannot be read: ordering is disabled until it can', async () => {
  server.refuse(calculatePricing, 'PAYMENTS_UNAVAILABLE');
  const { user } = openForm();
  await fillAll(user);
  await press(user, '確認画面へ');
  expect(await button(order)).toBeDisabled();
  server.on(calculatePricing, aPricing(1));
  await press(user, 'もう一度計算する');
  await waitFor(() => expect(screen.getByRole('button', { name: order })).toBeEnabled());
});

test('a declined card: the shop is opened, and the card is asked again with the same setup intent', async () => {
  stripe.confirmSetup.mockResolvedValueOnce({ error: { message: 'カードが拒否されました。' } });
  const { user } = openForm();
  await toConfirmation(user);
  await press(user, order);
  expect(await screen.findByRole('heading', { name: 'カードの登録' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('カードの登録が完了していません');
  expect(screen.getByRole('alert')).toHaveTextContent('カードが拒否されました。');
  await press(user, 'カードを登録する');
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(1);
  expect(stripe.confirmSetup.mock.calls.map(([options]) => options)).toEqual([
    expect.objectContaining({ clientSecret: 'seti_1_secret_2' }),
    expect.objectContaining({ clientSecret: 'seti_1_secret_2' }),
  ]);
});

test('a double press: one request', async () => {
  let respond: (reply: { status: number; body: string }) => void = () => undefined;
  server.reply(createShopWithSubscription, new Promise((resolve) => void (respond = resolve)));
  const { user } = openForm();
  await toConfirmation(user);
  await user.dblClick(screen.getByRole('button', { name: order }));
  await waitFor(() => expect(server.askedOf(createShopWithSubscription)).toHaveLength(1));
  expect(screen.getByRole('button', { name: '入力に戻る' })).toBeDisabled();
  await act(async () => respond(responds(createShopWithSubscription, opened)));
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(1);
});

test('a lost response: the next try has the same key, also with changed content', async () => {
  server.reply(createShopWithSubscription, 'unreachable');
  const { user } = openForm();
  await toConfirmation(user);
  await press(user, order);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('店舗の登録に失敗しました通信エラーが発生しました 入力した内容は残っています。');
  await press(user, '入力に戻る');
  await user.type(screen.getByLabelText(/^店舗名/), '本店');
  await press(user, '確認画面へ');
  server.on(createShopWithSubscription, opened);
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  const [first, second] = keys();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});

test('a lost response, and the owner leaves: the shop that was opened all the same is in the list', async () => {
  const Home = () => {
    const shops = useShops();
    return (
      <>
        <p>{shops.state === 'shops' ? shops.list.length : 0}店舗</p>
        <Link to="/stores/new/form">店舗を追加</Link>
      </>
    );
  };
  server.on(listShops, []).reply(createShopOnly, 'unreachable');
  const { user } = renderScreens({ '/': <Home />, '/stores/new/form': <ShopFormScreen /> }, { at: '/' });
  await user.click(await screen.findByRole('link', { name: '店舗を追加' }));
  await fillShop(user);
  await user.click(screen.getByRole('radio', { name: /店舗だけを登録する/ }));
  await press(user, '確認画面へ');
  await press(user, 'この内容で登録する');
  await screen.findByRole('alert');
  server.on(listShops, [aShop()]);
  await press(user, '入力に戻る');
  await press(user, 'キャンセル');
  expect(await screen.findByText('1店舗')).toBeVisible();
});

test('the shop is opened and the card fields break: only the card is asked for again', async () => {
  stripe.confirmSetup.mockRejectedValueOnce(new Error('frame is gone'));
  const { user } = openForm();
  await toConfirmation(user);
  await press(user, order);
  expect(await screen.findByRole('heading', { name: 'カードの登録' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('店舗とサブスクリプションの登録は完了しています。');
  await press(user, 'カードを登録する');
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(1);
});

test("a refusal: the server's texts are shown, and the next try has another key", async () => {
  server.refuse(createShopWithSubscription, 'INVALID_INPUT', {
    fields: { 'storeData.dealerCode': '代理店コードは半角数字6桁で入力してください' },
  });
  const { user } = openForm();
  await toConfirmation(user);
  await press(user, order);
  expect(within(await screen.findByRole('alert')).getByText(/代理店コードは半角数字6桁で/)).toBeVisible();
  server.on(createShopWithSubscription, opened);
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  const [first, second] = keys();
  expect(second).not.toBe(first);
});
