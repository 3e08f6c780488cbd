import { listShops } from '#shared/contract/billing';
import { createDocumentExport, listDocumentExports } from '#shared/contract/document';
import type { ShopRecord } from '#shared/model/customer';
import { isoDayInJapan } from '#shared/model/japan-time';
import { paths } from '../../frontend/src/lib/paths';
import type { PortalClient } from '../../local/portal-client';
import type { Portal } from '../testing/portal';
import { expect } from '../testing/story';
import * as opened from './open';
import * as played from './responses';
import type { Place } from './visit';

/** A shop of the demo data; ids are empty where it has no such thing. */
interface DemoShop {
  id: string;
  subscription: string;
  /** The newest invoice. */
  invoice: string;
}

/** Finds the owner's shop of the demo data whose name contains these words. */
type ShopNamed = (words: string) => DemoShop;

/** The states of a subscription that have a screen of their own. */
const shopsByState = {
  active: '青山',
  trial: '銀座',
  'past-due': '梅田',
  ending: '名古屋',
  canceled: '札幌',
  none: '福岡',
  'trial-ends-tomorrow': '仙台',
  unpaid: '広島',
  incomplete: '京都',
  'long-names': 'みなとみらい',
};

/** The list of shops, and each shop with its subscription. */
const shopPlaces = (shopNamed: ShopNamed): Place[] => [
  { name: 'home', as: 'owner', path: '/', main: true },
  { name: 'home-delete', as: 'owner', path: '/', open: opened.shopDeletion },
  {
    name: 'home-after-order',
    as: 'owner',
    path: '/',
    open: opened.afterChange(shopNamed('銀座').id, 'お申し込みを承りました'),
  },
  { name: 'home-chain', as: 'chain', path: '/' },
  ...Object.entries(shopsByState).flatMap(([state, words]): Place[] => {
    const { id, subscription } = shopNamed(words);
    const shop: Place = { name: `shop-${state}`, as: 'owner', path: `/store/${id}` };
    if (state === 'active') shop.main = true;
    if (subscription === '') return [shop];
    return [shop, { name: `subscription-${state}`, as: 'owner', path: `/subscription/${subscription}` }];
  }),
];

/** The dialogs of shops and subscriptions, and their services. */
function servicePlaces(shopNamed: ShopNamed): Place[] {
  const active = shopNamed('青山');
  const over = shopNamed('札幌');
  const services = `/store/${active.id}/services`;
  const rent = opened.dialogBy('新しいサブスクリプション');
  return [
    { name: 'shop-edit', as: 'owner', path: `/store/${active.id}`, open: opened.dialogBy('編集') },
    { name: 'shop-edit-doubtful', as: 'owner', path: `/store/${active.id}`, open: opened.doubtfulShopEdit },
    { name: 'shop-withdrawal', as: 'owner', path: `/store/${active.id}`, open: played.withdrawal },
    { name: 'shop-rent', as: 'owner', path: `/store/${shopNamed('福岡').id}`, open: rent },
    { name: 'shop-rent-payment', as: 'owner', path: `/store/${over.id}`, open: played.orderPayment },
    { name: 'shop-rent-confirm', as: 'owner', path: `/store/${over.id}`, open: played.orderConfirmation },
    { name: 'shop-rent-ordered', as: 'owner', path: `/store/${over.id}`, open: played.ordered },
    { name: 'services', as: 'owner', path: services, main: true },
    {
      name: 'services-after-change',
      as: 'owner',
      path: services,
      open: opened.afterChange(active.id, '5台に変更し、8,799円をお支払いいただきました'),
    },
    { name: 'services-long-names', as: 'owner', path: `/store/${shopNamed('みなとみらい').id}/services` },
    { name: 'quantities', as: 'owner', path: services, open: opened.dialogBy(/の数量を変更|^数量を変更/) },
    { name: 'quantities-confirm', as: 'owner', path: services, open: opened.quantityConfirmation },
  ];
}

/** The end of a subscription, cards, payments and documents. */
function billingPlaces(shopNamed: ShopNamed): Place[] {
  const { id, subscription, invoice } = shopNamed('青山');
  const late = shopNamed('梅田').subscription;
  return [
    { name: 'cancel', as: 'owner', path: `/subscription/${subscription}`, open: opened.cancellation },
    ...(['trial', 'past-due', 'ending', 'incomplete'] as const).map((state): Place => ({
      name: `cancel-${state}`,
      as: 'owner',
      path: `/subscription/${shopNamed(shopsByState[state]).subscription}`,
      open: opened.cancellation,
    })),
    { name: 'payment-method', as: 'owner', path: `/billing/subscription/${subscription}`, main: true },
    { name: 'payment-method-late', as: 'owner', path: `/billing/subscription/${late}` },
    { name: 'payment-history', as: 'owner', path: `/payment-history/${id}`, main: true },
    { name: 'document', as: 'owner', path: `/payment-history/${id}/${invoice}` },
    { name: 'document-receipt', as: 'owner', path: `/payment-history/${id}/${invoice}/receipt` },
    { name: 'documents', as: 'owner', path: '/documents' },
    { name: 'document-exports', as: 'owner', path: '/documents/exports' },
  ];
}

/** What a visitor sees. */
const visitorPlaces: readonly Place[] = [
  { name: 'login', as: 'visitor', path: '/login', main: true },
  { name: 'login-wrong', as: 'visitor', path: '/login', open: opened.wrongLogin },
  { name: 'register', as: 'visitor', path: '/register', main: true },
  { name: 'register-code', as: 'visitor', path: '/register', open: opened.codeOfRegistration },
  { name: 'reset-password', as: 'visitor', path: '/reset-password' },
  { name: 'reset-password-link', as: 'visitor', path: '/reset-password?token=abc' },
  { name: 'verify-email-wrong', as: 'visitor', path: '/verify-email?token=abc&email=a%40example.jp' },
  { name: 'confirm-invoice-address', as: 'visitor', path: '/confirm-invoice-address?token=abc' },
  { name: 'cancel-registration', as: 'visitor', path: '/cancel-registration?token=abc&email=a%40example.jp' },
];

/** The account of a user, and the administration. */
const accountPlaces: readonly Place[] = [
  { name: 'profile', as: 'owner', path: '/profile', main: true },
  { name: 'profile-name', as: 'owner', path: '/profile', open: opened.press('名前を編集') },
  { name: 'profile-phone', as: 'owner', path: '/profile', open: opened.press(/^電話番号を(編集|登録)$/) },
  { name: 'profile-email', as: 'owner', path: '/profile', open: opened.press('メールアドレスを編集') },
  { name: 'profile-impersonated', as: 'owner', path: '/profile', open: played.impersonated },
  { name: 'profile-deletion', as: 'empty', path: '/profile', open: opened.dialogBy('アカウントを削除') },
  { name: 'settings', as: 'owner', path: '/settings' },
  { name: 'settings-password', as: 'owner', path: '/settings', open: opened.dialogBy('パスワードを変更') },
  { name: 'security', as: 'owner', path: '/settings/security' },
  { name: 'security-app', as: 'owner', path: '/settings/security', open: opened.dialogBy('認証アプリを設定') },
  { name: 'security-recovery-codes', as: 'owner', path: '/settings/security', open: played.recoveryCodes },
  { name: 'security-password', as: 'owner', path: '/settings/security', open: opened.passwordQuestion },
  { name: 'security-sms', as: 'owner', path: '/settings/security', open: opened.secondStepBySms },
  { name: 'terms', as: 'owner', path: '/terms' },
  { name: 'privacy', as: 'owner', path: '/privacy-policy' },
  { name: 'admin', as: 'admin', path: '/admin' },
  { name: 'no-administrator', as: 'empty', path: '/admin' },
];

const agreeing = { as: 'owner', path: paths.newShop } as const;
/** The first shop, and the way to another one. */
const openingPlaces: readonly Place[] = [
  { name: 'home-empty', as: 'empty', path: '/' },
  { name: 'new-shop-terms', as: 'owner', path: '/stores/new' },
  { name: 'new-shop-privacy', ...agreeing, open: opened.privacy, reaches: paths.newShopPrivacy },
  { name: 'new-shop-form', ...agreeing, open: opened.shopForm, reaches: paths.newShopForm, main: true },
  { name: 'new-shop-form-wrong', ...agreeing, open: opened.wrongShopForm, reaches: paths.newShopForm },
  { name: 'new-shop-form-doubtful', ...agreeing, open: opened.doubtfulShopForm, reaches: paths.newShopForm },
  { name: 'new-shop-form-office', ...agreeing, open: opened.officeShopForm, reaches: paths.newShopForm },
  { name: 'new-shop-confirm', ...agreeing, open: opened.shopConfirmation, reaches: paths.newShopForm },
];

/** Devices, and the requests for them. */
function devicePlaces(shopNamed: ShopNamed): Place[] {
  const devices = `/store/${shopNamed('青山').id}/devices`;
  const locked = `/store/${shopNamed('名古屋').id}/devices`;
  const [returnTerms, exchangeTerms] = [
    opened.termsOf('RVZ-001-01', '返却', '契約終了'),
    opened.termsOf('RVZ-001-01', '交換', '異音がする'),
  ];
  return [
    { name: 'shop-devices', as: 'owner', path: devices, main: true },
    { name: 'shop-devices-locked', as: 'owner', path: locked },
    { name: 'shop-devices-none', as: 'owner', path: `/store/${shopNamed('福岡').id}/devices` },
    { name: 'device', as: 'owner', path: devices, open: opened.device('RVZ-001-01') },
    { name: 'device-code', as: 'owner', path: devices, open: opened.deviceCode('RVZ-001-01') },
    { name: 'device-exchange', as: 'owner', path: devices, open: opened.wizard('RVZ-001-01', /交換/) },
    { name: 'device-return', as: 'owner', path: devices, open: opened.wizard('RVZ-001-01', /返却/) },
    { name: 'device-return-terms', as: 'owner', path: devices, open: returnTerms },
    { name: 'device-exchange-terms', as: 'owner', path: devices, open: exchangeTerms },
    { name: 'device-return-address', as: 'owner', path: devices, open: played.returnAddress },
    { name: 'device-return-receipt', as: 'owner', path: devices, open: played.returnReceipt },
    { name: 'device-exchange-receipt', as: 'owner', path: devices, open: played.exchangeReceipt },
    { name: 'device-repair', as: 'owner', path: devices, open: played.repair },
    { name: 'device-repair-check', as: 'owner', path: devices, open: played.repairCheck },
    { name: 'device-repair-receipt', as: 'owner', path: devices, open: played.repairReceipt },
    { name: 'device-repair-history', as: 'owner', path: devices, open: played.repairHistory },
    { name: 'device-discard', as: 'owner', path: devices, open: opened.discardQuestion },
    { name: 'device-bought', as: 'owner', path: devices, open: opened.device('RVZ-001-03') },
    { name: 'device-returned', as: 'owner', path: devices, open: opened.device('RVZ-001-02') },
    { name: 'device-locked', as: 'owner', path: locked, open: opened.device('RVZ-004-01') },
    { name: 'devices', as: 'owner', path: '/devices' },
    { name: 'scanned', as: 'owner', path: '/devices/RVZ-001-01' },
    { name: 'scanned-unknown', as: 'owner', path: '/devices/RVZ-900-01' },
  ];
}

/** Screens while a service is down, and addresses of nothing. */
function failedPlaces(shopNamed: ShopNamed): Place[] {
  const { id, subscription } = shopNamed('青山');
  const devices = played.failing(/\/api\/stores\/\w+\/devices/);
  const next = played.failing(/\/next-invoice/);
  return [
    { name: 'failed-portal', as: 'owner', path: '/', open: played.down },
    { name: 'failed-screen', as: 'owner', path: '/', open: played.crashed, reaches: paths.settings },
    { name: 'failed-home', as: 'owner', path: '/', open: played.failing(/\/api\/stripe\/customer/) },
    { name: 'failed-shop-devices', as: 'owner', path: `/store/${id}/devices`, open: devices },
    { name: 'failed-devices', as: 'owner', path: '/devices', open: played.failing(/\/api\/devices\?/) },
    { name: 'failed-next-invoice', as: 'owner', path: `/subscription/${subscription}`, open: next },
    { name: 'failed-documents', as: 'owner', path: '/documents', open: played.failing(/\/api\/documents/) },
    { name: 'subscription-unknown', as: 'owner', path: '/subscription/sub_unknown' },
    { name: 'document-unknown', as: 'owner', path: `/payment-history/${id}/in_unknown` },
  ];
}

function findShop(shops: readonly ShopRecord[], words: string): DemoShop {
  const found = shops.find(({ customer }) => customer.metadata['サロン名']?.includes(words));
  if (!found) throw new Error(`The demo data have no shop named ${words}`);
  return {
    id: found.customer.id,
    subscription: found.subscriptions[0]?.id ?? '',
    invoice: found.payment_history[0]?.id ?? '',
  };
}

/** An export of the owner, which is made if there is none. Demo data are there seconds after a portal's start. */
async function exportOf(session: PortalClient): Promise<string> {
  const year = Number(isoDayInJapan(Date.now() / 1000).slice(0, 4));
  let id = (await session.send(listDocumentExports, {})).exports[0]?.id;
  await expect(async () => {
    id ??= (await session.send(createDocumentExport, { body: { year } })).id;
  }).toPass({ timeout: 30_000 });
  return id ?? '';
}

/** Every screen, dialog and state that the demo data can show. */
export async function placesOf(portal: Portal): Promise<Place[]> {
  const session = await portal.signIn(await portal.demo('owner'));
  const shops = await session.send(listShops);
  const shopNamed = (words: string): DemoShop => findShop(shops, words);
  return [
    ...visitorPlaces,
    { name: 'login-sms', as: 'visitor', path: '/login', open: opened.secondStep(await portal.demo('sms')) },
    { name: 'login-app', as: 'visitor', path: '/login', open: opened.secondStep(await portal.demo('totp')) },
    ...accountPlaces,
    ...openingPlaces,
    ...shopPlaces(shopNamed),
    ...servicePlaces(shopNamed),
    ...billingPlaces(shopNamed),
    { name: 'document-export', as: 'owner', path: paths.documentExport(await exportOf(session)) },
    ...devicePlaces(shopNamed),
    ...failedPlaces(shopNamed),
    { name: 'payment-success', as: 'owner', path: '/payment-success' },
    { name: 'shop-unknown', as: 'owner', path: '/store/cus_unknown' },
  ];
}
