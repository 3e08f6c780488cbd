import { screen } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { calculatePricing, setDefaultPaymentMethod } from '#shared/contract/billing';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import { ShopFormScreen } from '../src/features/shops/opening/shop-form-screen';
import { acceptance } from '../src/lib/storage';
import { enabled } from './enabled';
import { FakeStripe } from './fake-stripe';
import { hanako, renderApp } from './render-app';
import { FakeServer } from './server';
import { aPricing, aShop } from './shops';

export const opened = { message: '', customerId: 'cus_1', subscriptionId: 'sub_1', clientSecret: 'seti_1_secret_2' };
export const order = 'この内容で申し込む';

/** An owner who agreed to the texts and typed nothing yet, with a server and a Stripe that can open a shop. */
export function readyToOpen(): { server: FakeServer; stripe: FakeStripe } {
  window.sessionStorage.clear();
  acceptance.acceptTerms();
  acceptance.acceptPrivacy();
  const server = new FakeServer()
    .install()
    .on(getUser, { user: hanako })
    .on(calculatePricing, aPricing(1))
    .on(setDefaultPaymentMethod, { shop: aShop() })
    .on(createShopOnly, { message: '', customerId: 'cus_1' })
    .on(createShopWithSubscription, opened);
  return { server, stripe: new FakeStripe().install(server) };
}

export const openForm = (at = '/stores/new/form') => renderApp(<ShopFormScreen />, { at });
type User = ReturnType<typeof openForm>['user'];
export const press = async (user: User, name: string) => user.click(await enabled(name));

/** Pastes into an empty field: the form is written anew after each key. */
async function fill(user: User, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

export async function fillShop(user: User): Promise<void> {
  await fill(user, await screen.findByLabelText(/^店舗名/), '青山店');
  const fields: [RegExp, string][] = [
    [/^代理店コード/, '123456'],
    [/^お届け先のお名前/, '山田花子'],
    [/^郵便番号/, '1070062'],
    [/^市区町村・番地/, '港区南青山1-2-3'],
    [/^電話番号/, '0312345678'],
  ];
  for (const [label, text] of fields) await fill(user, screen.getByLabelText(label), text);
  await user.selectOptions(screen.getByLabelText(/^都道府県/), '東京都');
}

export async function fillAll(user: User): Promise<void> {
  await fillShop(user);
  await fill(user, screen.getByLabelText(/^カード名義人/), 'TARO YAMADA');
  await screen.findByText('カードの入力欄');
}

export async function toConfirmation(user: User): Promise<void> {
  await fillAll(user);
  await press(user, '確認画面へ');
  await enabled(order);
}
