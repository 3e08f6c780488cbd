import type { Page } from 'playwright/test';
import type { ResponseOf } from '#shared/contract/call';
import type { listShops } from '#shared/contract/billing';
import type { returnDevice } from '#shared/contract/device';
import type { listMovements } from '#shared/contract/movement';
import { errors } from '#shared/errors';
import type { DeviceRequest } from '#shared/model/device';
import { daysLaterInJapan, isoDayInJapan } from '#shared/model/japan-time';
import type { Movement } from '#shared/model/movement';
import { next } from '../testing/devices';
import { expect } from '../testing/story';
import { device, dialogBy, termsOf, type Open } from './open';

/** States that would change the demo data, or that these never have: the browser gets such a response. */

/** Responds once to a call in the server's place. */
const respond = (page: Page, address: string, json: unknown, status = 200): Promise<unknown> =>
  page.route(address, (route) => route.fulfill({ status, json }), { times: 1 });

const now = Date.now() / 1000;

const requestOf = (kind: DeviceRequest['kind']): DeviceRequest => ({
  receiptNumber: `R-${isoDayInJapan(now).replaceAll('-', '')}-7KQ2M`,
  kind,
  state: 'accepted',
  requestedAt: new Date(now * 1000).toISOString(),
});

const movement: Movement = {
  id: 'picture',
  receiptNumber: requestOf('return').receiptNumber,
  kind: 'collect',
  cause: 'return',
  subscription: 'sub_picture',
  count: 1,
  serialNumbers: ['RVZ-001-01'],
  back: [],
  promisedBy: daysLaterInJapan(now, 3),
  orderedAt: requestOf('return').requestedAt,
  state: 'ordered',
  parcel: null,
  arrivedAt: null,
  withdrawable: true,
  lowers: null,
};

/** Accepts the open wizard's request, which no server gets. */
async function accept(page: Page, kind: DeviceRequest['kind'], button: string): Promise<void> {
  const accepted: ResponseOf<typeof returnDevice> = { message: '受け付けました', request: requestOf(kind) };
  await respond(page, `**/api/devices/${kind === 'return' ? 'return' : `${kind}-request`}`, accepted);
  if (kind !== 'repair') {
    const moved: Movement = kind === 'return' ? movement : { ...movement, kind: 'swap', cause: 'exchange' };
    const moving: ResponseOf<typeof listMovements> = { movements: [moved], counts: [] };
    await respond(page, '**/api/stores/*/movements', moving);
  }
  await next(page, button).click();
  await expect(page.getByRole('dialog').getByText('受付番号').first()).toBeVisible();
}

/** The question before a return is withdrawn. */
export const withdrawal: Open = async (page) => {
  const counts = [{ subscription: movement.subscription, held: 5, billed: 5 }];
  const moving: ResponseOf<typeof listMovements> = { movements: [movement], counts };
  await respond(page, '**/api/stores/*/movements', moving);
  await page.reload();
  await dialogBy('返却を取り下げる')(page);
};

export const returnAddress: Open = async (page) => {
  await termsOf('RVZ-001-01', '返却', '契約終了')(page);
  await next(page, '同意して次へ').click();
};

export const returnReceipt: Open = async (page) => {
  await returnAddress(page);
  await accept(page, 'return', '返却を申し込む');
};

export const exchangeReceipt: Open = async (page) => {
  await termsOf('RVZ-001-01', '交換', '異音がする')(page);
  await accept(page, 'exchange', '同意して交換を申し込む');
};

/** The wizard of a device without an open repair. */
export const repair: Open = async (page) => {
  await respond(page, '**/repair-history', []);
  await device('RVZ-001-03')(page);
  await expect(page.getByRole('progressbar')).toBeVisible();
};

export const repairCheck: Open = async (page) => {
  await repair(page);
  await page.getByRole('checkbox', { name: '異音がする' }).check();
  await page.getByRole('dialog').getByLabel('補足（任意）').fill('朝、電源を入れたときに鳴ります。');
  await next(page).click();
};

export const repairReceipt: Open = async (page) => {
  await repairCheck(page);
  await accept(page, 'repair', '修理を申し込む');
};

export const repairHistory: Open = async (page) => {
  await device('RVZ-001-03')(page);
  await page.getByRole('tab', { name: '修理履歴' }).click();
};

/** The order's step of the payment, for a shop whose card is known. */
export const orderPayment: Open = async (page) => {
  await dialogBy('新しいサブスクリプション')(page);
  await next(page, 'お支払い方法へ進む').click();
  await expect(page.getByText('登録済みのカード')).toBeVisible();
};

export const orderConfirmation: Open = async (page) => {
  await orderPayment(page);
  await next(page, '確認へ進む').click();
  await expect(next(page, /申し込む$/)).toBeEnabled();
};

/** An order that was placed, and whose payment the bank's own check did not pass. */
export const ordered: Open = async (page) => {
  await orderConfirmation(page);
  const shops = (await (await page.request.get('/api/stripe/customer')).json()) as ResponseOf<typeof listShops>;
  const shop = shops.find(({ customer }) => page.url().endsWith(customer.id));
  const begun = { ...shop?.subscriptions[0], id: 'sub_picture', status: 'incomplete', trial_end: null, discounts: [] };
  const after = { shop: { ...shop, subscriptions: [begun] } };
  await respond(page, '**/v1/payment_intents/pi_picture*', { id: 'pi_picture', status: 'requires_payment_method' });
  await respond(page, '**/api/stripe/customer/*/refresh', after);
  const charge = { status: 'requires_action', clientSecret: 'pi_picture_secret_picture' };
  await respond(page, '**/api/stripe/customer/*/subscription', { ...after, subscriptionId: 'sub_picture', charge });
  await next(page, /申し込む$/).click();
  await expect(page.getByRole('dialog', { name: 'お支払いが完了しませんでした' })).toBeVisible();
};

const codes = Array.from({ length: 10 }, (_, index) => `K7QM-${2000 + index * 731}-${'XRTW'[index % 4]}P9`);

/** What is shown once after an authenticator app was set up. */
export const recoveryCodes: Open = async (page) => {
  const secret = 'JBSWY3DPEHPK3PXP';
  await respond(page, '**/api/mfa/setup/totp', { secret, otpauthUri: `otpauth://totp/Revonizer?secret=${secret}` });
  await respond(page, '**/api/mfa/verify/totp', { message: '2段階認証を有効にしました', recoveryCodes: codes });
  await dialogBy('認証アプリを設定')(page);
  await page.getByLabel('認証コード（TOTP）').fill('123456');
  await page.getByRole('button', { name: '認証する' }).click();
  await expect(page.getByRole('list', { name: 'リカバリーコード' })).toBeVisible();
};

/** The screen as an administrator sees it who impersonates its user. */
export const impersonated: Open = async (page) => {
  await page.route(
    '**/api/user',
    async (route) => {
      const response = await route.fetch();
      const { user } = (await response.json()) as { user: object };
      const expiresAt = Math.floor(Date.now() / 1000) + 3_000;
      await route.fulfill({ response, json: { user: { ...user, impersonation: { expiresAt } } } });
    },
    { times: 1 },
  );
  await page.reload();
  await expect(page.getByRole('region', { name: '代理ログイン' })).toBeVisible();
};

/** The screen while a service behind this call is down. */
export const failing =
  (address: RegExp): Open =>
  async (page) => {
    const body = { code: 'SERVICE_UNAVAILABLE', message: errors.SERVICE_UNAVAILABLE.text, requestId: 'd3b07384-d9a0' };
    await page.route(address, (route) => route.fulfill({ status: 503, json: body }));
    await page.reload();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await page.unroute(address);
  };

/** The page while no request reaches the portal. */
export const down: Open = async (page) => {
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/**');
};

/** The screen whose code cannot be loaded. */
export const crashed: Open = async (page) => {
  // React logs what is provoked here; the next page's console is its own again.
  await page.evaluate(() => {
    console.error = () => undefined;
  });
  await page.route('**/assets/**', (route) => route.abort());
  await page.getByRole('link', { name: '設定' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: '画面を表示できませんでした' })).toBeVisible();
  await page.unroute('**/assets/**');
};
