import { act, screen, waitFor, within } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { calculatePricing, setDefaultPaymentMethod, validatePromoCode } from '#shared/contract/billing';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import { legalTexts } from '#shared/model/legal-texts';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { address, hanako, renderApp } from '../../../../testing/render-app';
import { FakeServer, answers } from '../../../../testing/server';
import { aPricing, aShop } from '../../../../testing/shops';
import { acceptance } from '../../../lib/storage';
import { ShopFormScreen } from './shop-form-screen';

const opened = { message: '', customerId: 'cus_1', subscriptionId: 'sub_1', clientSecret: 'seti_1_secret_2' };
const order = 'この内容で申し込む';

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => {
  acceptance.acceptTerms();
  acceptance.acceptPrivacy();
  server = new FakeServer()
    .install()
    .on(getUser, { user: hanako })
    .on(calculatePricing, aPricing(1))
    .on(setDefaultPaymentMethod, { shop: aShop() })
    .on(createShopOnly, { message: '', customerId: 'cus_1' })
    .on(createShopWithSubscription, opened);
  stripe = new FakeStripe().install(server);
});
afterEach(() => acceptance.clear());

const open = (at = '/stores/new/form') => renderApp(<ShopFormScreen />, { at });
type User = ReturnType<typeof open>['user'];
const button = (name: string) => screen.findByRole('button', { name });
const press = async (user: User, name: string) => user.click(await button(name));
const keys = () => server.askedOf(createShopWithSubscription).map(({ headers }) => headers.get('idempotency-key'));
/** A row of the confirmation. */
const row = (label: string) =>
  screen.getAllByRole('term').find(({ textContent }) => textContent === label)?.nextElementSibling;

async function fillShop(user: User) {
  await user.type(await screen.findByLabelText(/^店舗名/), '青山店');
  await user.type(screen.getByLabelText(/^代理店コード/), '123456');
  await user.type(screen.getByLabelText(/^お届け先のお名前/), '山田花子');
  await user.type(screen.getByLabelText(/^郵便番号/), '1070062');
  await user.selectOptions(screen.getByLabelText(/^都道府県/), '東京都');
  await user.type(screen.getByLabelText(/^市区町村・番地/), '港区南青山1-2-3');
  await user.type(screen.getByLabelText(/^電話番号/), '0312345678');
}
async function fillAll(user: User) {
  await fillShop(user);
  await user.type(screen.getByLabelText(/^カード名義人/), 'TARO YAMADA');
  await screen.findByText('カードの入力欄');
}
async function toConfirmation(user: User) {
  await fillAll(user);
  await press(user, '確認画面へ');
  const submit = await button(order);
  await waitFor(() => expect(submit).toBeEnabled());
}

test('the texts are not agreed to: back to the terms, nothing stored', () => {
  acceptance.clear();
  acceptance.acceptTerms();
  open('/stores/new/form?firstTime=true');
  expect(address()).toBe('/stores/new?firstTime=true');
  acceptance.acceptPrivacy();
  expect(acceptance.complete()).toBe(false);
});

test('the first shop: its own title and no cancel button', async () => {
  open('/stores/new/form?firstTime=true');
  expect(await screen.findByRole('heading', { name: '最初の店舗の設定' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'キャンセル' })).not.toBeInTheDocument();
});

test('invalid input: a text under each field, focus on the first, nothing sent', async () => {
  const { user } = open();
  await press(user, '確認画面へ');
  expect(await screen.findByText('店舗名を入力してください')).toBeVisible();
  expect(screen.getByText('カード名義人をローマ字で入力してください（例：TARO YAMADA）')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText(/^店舗名/)).toHaveFocus());
  expect(screen.getByRole('heading', { name: '新しい店舗の登録' })).toBeVisible();
});

test('a shop with a subscription: confirmed, opened, the card saved, then home', async () => {
  const { user } = open();
  await toConfirmation(user);
  expect(screen.getByRole('heading', { name: 'お申し込み内容の確認' })).toBeVisible();
  expect(row('ご利用台数')).toHaveTextContent('1台');
  expect(row('本日のお支払い')).toHaveTextContent('0円（35日間の無料トライアル）');
  expect(row('最初のお支払い')).toHaveTextContent(/\d{4}年\d{1,2}月\d{1,2}日に9,900円、以後は毎月1回/);
  expect(row('お支払い方法')).toHaveTextContent('クレジットカード（名義人：TARO YAMADA）');
  expect(row('お届け')).toHaveTextContent('お届け先へ発送します');
  expect(row('契約期間')).toHaveTextContent('1か月（自動更新）');
  expect(row('解約')).toHaveTextContent(
    '30日前までに、契約の画面からお手続きください。トライアル期間中の解約には料金がかかりません。',
  );
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  expect(await screen.findByText('店舗を登録しました')).toBeInTheDocument();
  expect(server.askedOf(createShopWithSubscription)[0]?.body).toMatchObject({
    storeData: { storeName: '青山店', email: hanako.email, cardholderName: 'TARO YAMADA' },
    subscriptionData: { revonizerQuantity: 1 },
    acceptance: { termsVersion: legalTexts.terms.version, privacyVersion: legalTexts.privacy.version },
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

test("the saved card cannot be set as the shop's: the shop is opened all the same", async () => {
  server.refuse(setDefaultPaymentMethod, 'PAYMENTS_UNAVAILABLE');
  const { user } = open();
  await toConfirmation(user);
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  expect(await screen.findByText('店舗を登録しました')).toBeInTheDocument();
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(1);
});

test('a shop without a subscription: no card is asked for, then home', async () => {
  const { user } = open();
  await fillShop(user);
  await user.click(screen.getByRole('radio', { name: /店舗だけを登録する/ }));
  expect(screen.queryByLabelText(/^カード名義人/)).not.toBeInTheDocument();
  await press(user, '確認画面へ');
  await press(user, 'この内容で登録する');
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(createShopOnly)[0]?.body).toMatchObject({ storeData: { storeName: '青山店' } });
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(0);
});

test('a promotion code: the confirmation shows the monthly price after the discount', async () => {
  server
    .on(validatePromoCode, { type: 'percent', amount: 10, message: '10%割引' })
    .on(calculatePricing, aPricing(1, 990));
  const { user } = open();
  await user.type(await screen.findByLabelText('プロモーションコード'), 'OZONE10');
  await press(user, '適用');
  await toConfirmation(user);
  expect(row('プロモーションコード')).toHaveTextContent('OZONE10');
  expect(row('最初のお支払い')).toHaveTextContent('に8,910円、以後は毎月1回');
  expect(row('割引の終了後')).toHaveTextContent('プロモーションの適用期間が終わると、月額9,900円（税込）です');
});

test('a promotion code for some months: the confirmation says until when and for how many payments', async () => {
  server.on(validatePromoCode, { type: 'percent', amount: 10, message: '10%割引' }).on(calculatePricing, {
    ...aPricing(1, 990),
    discounted: { payments: 2, until: Date.parse('2027-04-14T03:00:00Z') / 1000 },
  });
  const { user } = open();
  await user.type(await screen.findByLabelText('プロモーションコード'), 'OZONE10');
  await press(user, '適用');
  await toConfirmation(user);
  expect(row('割引の期間')).toHaveTextContent('2027年4月14日までの2回のお支払いに適用されます');
  expect(row('割引の終了後')).toHaveTextContent('月額9,900円（税込）です');
});

test('no trial at this address: told in place of the order, the shop alone can be registered', async () => {
  server.on(calculatePricing, aPricing(1, 0, false));
  const { user } = open();
  await fillAll(user);
  await press(user, '確認画面へ');
  expect(await screen.findByText('このお届け先では、無料トライアルをご利用いただけません')).toBeVisible();
  expect(await button(order)).toBeDisabled();
  expect(server.askedOf(calculatePricing).at(-1)?.body).toEqual({
    quantity: 1,
    address: { postalCode: '1070062', state: '東京都', line1: '港区南青山1-2-3', line2: '' },
  });
  await press(user, '店舗だけを登録する');
  await press(user, 'この内容で登録する');
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(createShopOnly)).toHaveLength(1);
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(0);
});

test('a trial that was used meanwhile, or too many without a card: the server’s words are shown', async () => {
  server.refuse(createShopWithSubscription, 'TRIALS_WITHOUT_CARD');
  const { user } = open();
  await toConfirmation(user);
  await press(user, order);
  expect(await screen.findByText(/先に、その店舗のお支払い方法の画面でカードを登録して/)).toBeVisible();
});

test('the price cannot be read: ordering is disabled until it can', async () => {
  server.refuse(calculatePricing, 'PAYMENTS_UNAVAILABLE');
  const { user } = open();
  await fillAll(user);
  await press(user, '確認画面へ');
  expect(await button(order)).toBeDisabled();
  server.on(calculatePricing, aPricing(1));
  await press(user, 'もう一度計算する');
  await waitFor(() => expect(screen.getByRole('button', { name: order })).toBeEnabled());
});

test('a wrong card number: a message, nothing opened', async () => {
  stripe.submit.mockResolvedValueOnce({ error: { message: 'カード番号が正しくありません。' } });
  const { user } = open();
  await fillAll(user);
  await press(user, '確認画面へ');
  expect(await screen.findByText('カード番号が正しくありません。')).toBeVisible();
  expect(screen.getByRole('heading', { name: '新しい店舗の登録' })).toBeVisible();
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(0);
});

test('a declined card: the shop is opened, and the card is asked again with the same setup intent', async () => {
  stripe.confirmSetup.mockResolvedValueOnce({ error: { message: 'カードが拒否されました。' } });
  const { user } = open();
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
  const { user } = open();
  await toConfirmation(user);
  await user.dblClick(screen.getByRole('button', { name: order }));
  await waitFor(() => expect(server.askedOf(createShopWithSubscription)).toHaveLength(1));
  expect(screen.getByRole('button', { name: '入力に戻る' })).toBeDisabled();
  await act(async () => respond(answers(createShopWithSubscription, opened)));
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(1);
});

test('a lost response: the next try has the same key, also with changed content', async () => {
  server.reply(createShopWithSubscription, 'unreachable');
  const { user } = open();
  await toConfirmation(user);
  await press(user, order);
  expect(await screen.findByText('通信エラーが発生しました')).toBeVisible();
  expect(screen.getByText('入力した内容は残っています。もう一度お試しください。')).toBeVisible();
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

test("a refusal: the server's texts are shown, and the next try has another key", async () => {
  server.refuse(createShopWithSubscription, 'INVALID_INPUT', {
    fields: { 'storeData.dealerCode': '代理店コードは半角数字6桁で入力してください' },
  });
  const { user } = open();
  await toConfirmation(user);
  await press(user, order);
  expect(within(await screen.findByRole('alert')).getByText(/代理店コードは半角数字6桁で/)).toBeVisible();
  server.on(createShopWithSubscription, opened);
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  const [first, second] = keys();
  expect(second).not.toBe(first);
});
