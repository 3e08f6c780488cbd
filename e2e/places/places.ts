import type { Page } from 'playwright/test';
import type { ShopRecord } from '#shared/model/customer';
import { listShops } from '#shared/contract/billing';
import { planEnding, previewEnding } from '#shared/contract/ending';
import { createDocumentExport, listDocumentExports } from '#shared/contract/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { paths } from '../../frontend/src/lib/paths';
import type { SignIn } from '../../local/cloud/state/sign-in';
import type { PortalClient } from '../../local/portal-client';
import type { Portal } from '../portal';
import { expect } from '../story';
import * as opened from './open';

/** Who looks: a visitor, or a sign-in of the demo data without a second step. */
export type Viewer = 'visitor' | Extract<SignIn['as'], 'owner' | 'empty' | 'admin' | 'chain'>;

/** A screen, dialog or state of the demo data. */
export interface Place {
  /** Unique; also the name of its pictures. */
  name: string;
  as: Viewer;
  path: string;
  /** The screen that `open` leads to, if it is another one than that of `path`. */
  reaches?: string;
  /** One of the ten screens that people use most. */
  main?: true;
  /** Opens a dialog or reaches a state on the screen. */
  open?: (page: Page) => Promise<void>;
}

/** The owner's shop of the demo data whose name contains these words. */
function shopNamed(shops: readonly ShopRecord[], words: string): { id: string; subscription: string; invoice: string } {
  const found = shops.find(({ customer }) => customer.metadata['サロン名']?.includes(words));
  if (!found) throw new Error(`The demo data have no shop named ${words}`);
  return {
    id: found.customer.id,
    subscription: found.subscriptions[0]?.id ?? '',
    invoice: found.payment_history[0]?.id ?? '',
  };
}

const visitors: Place[] = [
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

const account: Place[] = [
  { name: 'profile', as: 'owner', path: '/profile', main: true },
  { name: 'profile-name', as: 'owner', path: '/profile', open: opened.press('名前を編集') },
  { name: 'profile-email', as: 'owner', path: '/profile', open: opened.press('メールアドレスを編集') },
  { name: 'profile-deletion', as: 'empty', path: '/profile', open: opened.dialogBy('アカウントを削除') },
  { name: 'settings', as: 'owner', path: '/settings' },
  { name: 'settings-password', as: 'owner', path: '/settings', open: opened.dialogBy('パスワードを変更') },
  { name: 'security', as: 'owner', path: '/settings/security' },
  { name: 'security-app', as: 'owner', path: '/settings/security', open: opened.dialogBy('認証アプリを設定') },
  { name: 'security-password', as: 'owner', path: '/settings/security', open: opened.passwordQuestion },
  { name: 'security-sms', as: 'owner', path: '/settings/security', open: opened.dialogBy('SMSを設定') },
  { name: 'terms', as: 'owner', path: '/terms' },
  { name: 'privacy', as: 'owner', path: '/privacy-policy' },
  { name: 'admin', as: 'admin', path: '/admin' },
  { name: 'no-administrator', as: 'empty', path: '/admin' },
];

const agreeing = { as: 'owner', path: paths.newShop } as const;
const opening: Place[] = [
  { name: 'home-empty', as: 'empty', path: '/' },
  { name: 'new-shop-terms', as: 'owner', path: '/stores/new' },
  { name: 'new-shop-privacy', ...agreeing, open: opened.privacy, reaches: paths.newShopPrivacy },
  { name: 'new-shop-form', ...agreeing, open: opened.shopForm, reaches: paths.newShopForm, main: true },
  { name: 'new-shop-form-wrong', ...agreeing, open: opened.wrongShopForm, reaches: paths.newShopForm },
  { name: 'new-shop-confirm', ...agreeing, open: opened.shopConfirmation, reaches: paths.newShopForm },
];

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
  'increase-awaits': '那覇',
  'long-names': 'みなとみらい',
};

/** The receipt of a subscription's end, which is planned by the staff already: its owner asks for the same. */
async function receiptOf(session: PortalClient, id: string): Promise<string> {
  const { choices, owed } = await session.send(previewEnding, { params: { id } });
  const end = choices.find(({ way }) => way === 'period');
  if (!end) throw new Error(`${id} has ended already`);
  await session.send(planEnding, { params: { id }, body: { endsAt: end.endsAt, seen: { total: end.total, owed } } });
  return paths.endingReceipt(id);
}

/** An export of the owner, which is made if there is none. Demo data are archived minutes after a portal's start. */
async function exportOf(portal: Portal, session: PortalClient): Promise<string> {
  const year = Number(isoDayInJapan(Date.now() / 1000).slice(0, 4));
  let id = (await session.send(listDocumentExports, {})).exports[0]?.id;
  await expect(async () => {
    await portal.local('schedule/archive-documents', {});
    id ??= (await session.send(createDocumentExport, { body: { year, formats: ['pdf'] } })).id;
  }).toPass({ timeout: 120_000 });
  return id ?? '';
}

/** Every screen, dialog and state that the demo data can show. */
export async function placesOf(portal: Portal): Promise<Place[]> {
  const session = await portal.signIn(await portal.demo('owner'));
  const shops = await session.send(listShops);
  const states = Object.entries(shopsByState).flatMap(([state, words]): Place[] => {
    const { id, subscription } = shopNamed(shops, words);
    return [
      { name: `shop-${state}`, as: 'owner', path: `/store/${id}`, ...(state === 'active' && { main: true }) },
      ...(subscription === ''
        ? []
        : [{ name: `subscription-${state}`, as: 'owner', path: `/subscription/${subscription}` } as const]),
    ];
  });
  const active = shopNamed(shops, '青山');
  const locked = shopNamed(shops, '名古屋');
  const paysLate = shopNamed(shops, '梅田');
  const trial = shopNamed(shops, '銀座');
  const without = shopNamed(shops, '福岡');
  const long = shopNamed(shops, 'みなとみらい');
  const devices = `/store/${active.id}/devices`;
  const unpaid = shopNamed(shops, '広島');
  return [
    ...visitors,
    { name: 'login-sms', as: 'visitor', path: '/login', open: opened.secondStep(await portal.demo('sms')) },
    { name: 'login-app', as: 'visitor', path: '/login', open: opened.secondStep(await portal.demo('totp')) },
    { name: 'home', as: 'owner', path: '/', main: true },
    { name: 'home-delete', as: 'owner', path: '/', open: opened.shopDeletion },
    { name: 'home-after-order', as: 'owner', path: '/', open: opened.afterChange(trial.id) },
    { name: 'home-chain', as: 'chain', path: '/' },
    ...account,
    ...opening,
    ...states,
    { name: 'shop-edit', as: 'owner', path: `/store/${active.id}`, open: opened.dialogBy('編集') },
    {
      name: 'shop-rent',
      as: 'owner',
      path: `/store/${without.id}`,
      open: opened.dialogBy('新しいサブスクリプション'),
    },
    {
      name: 'shop-rent-held',
      as: 'owner',
      path: `/store/${unpaid.id}`,
      open: opened.dialogBy('新しいサブスクリプション'),
    },
    { name: 'services', as: 'owner', path: `/store/${active.id}/services`, main: true },
    {
      name: 'services-after-change',
      as: 'owner',
      path: `/store/${active.id}/services`,
      open: opened.afterChange(active.id),
    },
    { name: 'services-long-names', as: 'owner', path: `/store/${long.id}/services` },
    {
      name: 'quantities',
      as: 'owner',
      path: `/store/${active.id}/services`,
      open: opened.dialogBy(/の数量を変更|^数量を変更/),
    },
    {
      name: 'quantities-confirm',
      as: 'owner',
      path: `/store/${active.id}/services`,
      open: opened.quantityConfirmation,
    },
    { name: 'cancel', as: 'owner', path: `/subscription/${active.subscription}`, open: opened.dialogBy('解約する') },
    { name: 'ending-late', as: 'owner', path: `/subscription/${paysLate.subscription}/end` },
    { name: 'ending', as: 'owner', path: `/subscription/${active.subscription}/end` },
    {
      name: 'ending-confirm',
      as: 'owner',
      path: `/subscription/${active.subscription}/end`,
      open: opened.endingConfirmation,
    },
    { name: 'ending-receipt', as: 'owner', path: await receiptOf(session, locked.subscription) },
    { name: 'payment-method', as: 'owner', path: `/billing/subscription/${active.subscription}`, main: true },
    { name: 'payment-method-late', as: 'owner', path: `/billing/subscription/${paysLate.subscription}` },
    { name: 'payment-history', as: 'owner', path: `/payment-history/${active.id}`, main: true },
    { name: 'document', as: 'owner', path: `/payment-history/${active.id}/${active.invoice}` },
    { name: 'document-receipt', as: 'owner', path: `/payment-history/${active.id}/${active.invoice}/receipt` },
    { name: 'documents', as: 'owner', path: '/documents' },
    { name: 'documents-year', as: 'owner', path: '/documents/year' },
    { name: 'document-exports', as: 'owner', path: '/documents/exports' },
    { name: 'document-export', as: 'owner', path: paths.documentExport(await exportOf(portal, session)) },
    { name: 'shop-devices', as: 'owner', path: devices, main: true },
    { name: 'shop-devices-locked', as: 'owner', path: `/store/${locked.id}/devices` },
    { name: 'shop-devices-none', as: 'owner', path: `/store/${without.id}/devices` },
    { name: 'device', as: 'owner', path: devices, open: opened.device('RVZ-001-01') },
    { name: 'device-code', as: 'owner', path: devices, open: opened.deviceCode('RVZ-001-01') },
    { name: 'device-exchange', as: 'owner', path: devices, open: opened.wizard('RVZ-001-01', /交換/) },
    { name: 'device-return', as: 'owner', path: devices, open: opened.wizard('RVZ-001-01', /返却/) },
    { name: 'device-return-terms', as: 'owner', path: devices, open: opened.termsOf('RVZ-001-01', '返却', '契約終了') },
    {
      name: 'device-exchange-terms',
      as: 'owner',
      path: devices,
      open: opened.termsOf('RVZ-001-01', '交換', '異音がする'),
    },
    { name: 'device-discard', as: 'owner', path: devices, open: opened.discardQuestion },
    { name: 'device-bought', as: 'owner', path: devices, open: opened.device('RVZ-001-03') },
    { name: 'device-returned', as: 'owner', path: devices, open: opened.device('RVZ-001-02') },
    {
      name: 'device-locked',
      as: 'owner',
      path: `/store/${locked.id}/devices`,
      open: opened.device('RVZ-004-01'),
    },
    { name: 'devices', as: 'owner', path: '/devices' },
    { name: 'scanned', as: 'owner', path: '/devices/RVZ-001-01' },
    { name: 'scanned-unknown', as: 'owner', path: '/devices/RVZ-900-01' },
    { name: 'payment-success', as: 'owner', path: '/payment-success' },
    { name: 'shop-unknown', as: 'owner', path: '/store/cus_unknown' },
  ];
}
