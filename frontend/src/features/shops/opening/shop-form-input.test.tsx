import { fireEvent, screen, waitFor } from '@testing-library/react';
import { calculatePricing, validatePromoCode } from '#shared/contract/billing';
import { getConfig } from '#shared/contract/platform';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import { enabled } from '../../../../testing/enabled';
import type { FakeStripe } from '../../../../testing/fake-stripe';
import { address } from '../../../../testing/render-app';
import type { FakeServer } from '../../../../testing/server';
import { valueOf } from '../../../../testing/find';
import { fillAll, fillShop, openForm, order, press, readyToOpen, toConfirmation } from '../../../../testing/shop-form';
import { aPricing } from '../../../../testing/shops';

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => {
  ({ server, stripe } = readyToOpen());
});

test('invalid input: a text under each field, focus on the first, nothing sent', async () => {
  const { user } = openForm();
  await press(user, '確認画面へ');
  expect(await screen.findByText('店舗名を入力してください')).toBeVisible();
  expect(screen.getByText('カード名義人をローマ字で入力してください（例：TARO YAMADA）')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText(/^店舗名/)).toHaveFocus());
  expect(screen.getByRole('heading', { name: '新しい店舗の登録' })).toBeVisible();
});

test('a double click on the way to the confirmation: its second click registers nothing', async () => {
  const { user } = openForm();
  await fillShop(user);
  await user.click(screen.getByRole('radio', { name: /店舗だけを登録する/ }));
  await press(user, '確認画面へ');
  await user.click(await screen.findByRole('button', { name: 'この内容で登録する' }));
  expect(server.askedOf(createShopOnly)).toHaveLength(0);
  expect(await enabled('この内容で登録する')).toBeVisible();
});

test('a promotion code: the confirmation shows the monthly price after the discount', async () => {
  server
    .on(validatePromoCode, { type: 'percent', amount: 10, message: '10%割引' })
    .on(calculatePricing, aPricing(1, 990));
  const { user } = openForm();
  await user.type(await screen.findByLabelText('プロモーションコード'), 'OZONE10');
  await press(user, '適用');
  await toConfirmation(user);
  expect(valueOf('プロモーションコード')).toHaveTextContent('OZONE10');
  expect(valueOf('最初のお支払い')).toHaveTextContent('に8,910円（税込）、以後毎月');
  expect(valueOf('月額合計（税込）')).toHaveTextContent('8,910円');
  expect(valueOf('割引の終了後')).toHaveTextContent('プロモーションの適用期間が終わると、月額9,900円（税込）です');
});

test('a code typed in full width: Enter that ends its conversion does not apply it, the next one does', async () => {
  server.on(validatePromoCode, { type: 'percent', amount: 10, message: '10%割引' });
  const { user } = openForm();
  const code = await screen.findByLabelText('プロモーションコード');
  await user.type(code, 'ＯＺＯＮＥ１０');
  fireEvent.keyDown(code, { key: 'Enter', isComposing: true });
  expect(server.askedOf(validatePromoCode)).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(code).toHaveAttribute('readonly'));
  expect(server.askedOf(validatePromoCode)[0]?.body).toMatchObject({ promoCode: 'OZONE10' });
  expect(code).toHaveValue('OZONE10');
});

test('a code that was typed but not applied: applied by the submit, so that the order has its discount', async () => {
  server
    .on(validatePromoCode, { type: 'percent', amount: 10, message: '10%割引' })
    .on(calculatePricing, aPricing(1, 990));
  const { user } = openForm();
  await user.type(await screen.findByLabelText('プロモーションコード'), 'OZONE10');
  await toConfirmation(user);
  expect(valueOf('プロモーションコード')).toHaveTextContent('OZONE10');
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(createShopWithSubscription)[0]?.body).toMatchObject({
    subscriptionData: { promoCode: 'OZONE10' },
  });
});

test('a typed code that cannot be used: the form stays, with the reason under the field', async () => {
  server.refuse(validatePromoCode, 'PROMO_CODE_INVALID');
  const { user } = openForm();
  const code = await screen.findByLabelText('プロモーションコード');
  await user.type(code, 'NOSUCH');
  await fillAll(user);
  await press(user, '確認画面へ');
  await waitFor(() => expect(code).toBeInvalid());
  expect(code).toHaveFocus();
  expect(screen.getByRole('heading', { name: '新しい店舗の登録' })).toBeVisible();
});

test('a code that could not be checked is not called invalid', async () => {
  server.reply(validatePromoCode, 'unreachable');
  const { user } = openForm();
  await user.type(await screen.findByLabelText('プロモーションコード'), 'OZONE10');
  await press(user, '適用');
  expect(await screen.findByText('プロモーションコードの確認に失敗しました')).toBeInTheDocument();
  expect(screen.queryByText('プロモーションコードが無効です')).not.toBeInTheDocument();
});

test('Stripe.js is not loaded: the form says so and stays', async () => {
  server.refuse(getConfig, 'INTERNAL');
  const { user } = openForm();
  await fillShop(user);
  await user.type(screen.getByLabelText(/^カード名義人/), 'TARO YAMADA');
  await press(user, '確認画面へ');
  expect(await screen.findByText(/決済サービスの準備ができていません/)).toBeVisible();
  expect(screen.getByRole('heading', { name: '新しい店舗の登録' })).toBeVisible();
});

test('back from the confirmation, or a reload: everything typed is still there', async () => {
  const { user, unmount } = openForm();
  await toConfirmation(user);
  await press(user, '入力に戻る');
  expect(await screen.findByRole('heading', { name: '新しい店舗の登録' })).toHaveFocus();
  expect(screen.getByLabelText(/^市区町村・番地/)).toHaveValue('港区南青山1-2-3');
  unmount();
  openForm();
  expect(await screen.findByLabelText(/^店舗名/)).toHaveValue('青山店');
  expect(screen.getByLabelText(/^都道府県/)).toHaveValue('東京都');
});

test.each([
  ['店舗を修正', () => screen.getByLabelText(/^店舗名/)],
  ['契約台数を修正', () => screen.getByRole('spinbutton', { name: '契約台数' })],
  ['お支払い方法を修正', () => screen.getByLabelText(/^カード名義人/)],
])('%s: back in the form, at its field', async (name, field) => {
  const { user } = openForm();
  await toConfirmation(user);
  await press(user, name);
  expect(await screen.findByRole('heading', { name: '新しい店舗の登録' })).toBeVisible();
  await waitFor(() => expect(field()).toHaveFocus());
});

test('numbers as an address book writes them: accepted, confirmed with hyphens, sent as digits', async () => {
  const { user } = openForm();
  await press(user, '確認画面へ');
  await fillAll(user);
  for (const [label, pasted] of [
    [/^代理店コード/, '１２３４５６'],
    [/^郵便番号/, '107-0062'],
    [/^電話番号/, '03-1234-5678'],
  ] as const) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.click(field);
    await user.paste(pasted);
    await waitFor(() => expect(field).toBeValid());
  }
  await press(user, '確認画面へ');
  await waitFor(() => expect(valueOf('電話番号')).toHaveTextContent('03-1234-5678'));
  await press(user, order);
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(createShopWithSubscription)[0]?.body).toMatchObject({
    storeData: { dealerCode: '123456', shippingAddress: { postal_code: '1070062' }, shippingPhone: '0312345678' },
  });
});

test('a promotion code for some months: the confirmation says until when and for how many payments', async () => {
  server.on(validatePromoCode, { type: 'percent', amount: 10, message: '10%割引' }).on(calculatePricing, {
    ...aPricing(1, 990),
    discounted: { payments: 2, until: Date.parse('2027-04-14T03:00:00Z') / 1000 },
  });
  const { user } = openForm();
  await user.type(await screen.findByLabelText('プロモーションコード'), 'OZONE10');
  await press(user, '適用');
  await toConfirmation(user);
  expect(valueOf('割引の期間')).toHaveTextContent('2027年4月14日までの2回のお支払いに適用されます');
  expect(valueOf('割引の終了後')).toHaveTextContent('月額9,900円（税込）です');
});

test('a wrong card number: a message, nothing opened', async () => {
  stripe.submit.mockResolvedValueOnce({ error: { message: 'カード番号が正しくありません。' } });
  const { user } = openForm();
  await fillAll(user);
  await press(user, '確認画面へ');
  expect(await screen.findByText('カード番号が正しくありません。')).toBeVisible();
  expect(screen.getByRole('heading', { name: '新しい店舗の登録' })).toBeVisible();
  expect(server.askedOf(createShopWithSubscription)).toHaveLength(0);
});
