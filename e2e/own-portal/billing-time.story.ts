import type { BrowserContext } from 'playwright/test';
import type { SubscriptionStatus } from '#shared/model/subscription';
import type { Portal } from '../testing/portal';
import { makeShop, shopsOf } from '../testing/shops';
import { sizes } from '../testing/sizes';
import { changeCard, expect, loseResponse, type Person, takeSession } from '../testing/story';
import { test } from './own-portal';

/**
 * Moves the clock. The owner, whose session ended meanwhile, signs in again and waits until the subscription has the
 * expected status.
 */
async function comeBack(
  { after, to }: { after: string; to: SubscriptionStatus },
  { context, portal, owner }: { context: BrowserContext; portal: Portal; owner: Person },
): Promise<void> {
  await portal.local('clock', { advance: after });
  const session = await portal.signIn(owner);
  await takeSession(context, session);
  await expect(async () => expect((await shopsOf(session))[0]?.subscriptions[0]?.status).toBe(to)).toPass({
    timeout: 15_000,
  });
}

for (const [size, use] of Object.entries(sizes))
  test.describe(size, () => {
    test.use(use);
    test('a trial ends: it is billed, the receipt opens; a failing renewal is paid with another card', async ({
      page,
      portal,
      context,
      owner,
    }) => {
      const { customerId, subscriptionId } = await makeShop(portal, owner.session, { name: '青山店', devices: 2 });
      await comeBack({ after: '36d', to: 'active' }, { context, portal, owner });
      await page.goto(`/payment-history/${customerId}`);
      const billed = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: '18,700円' });
      await expect(billed).toContainText('お支払い完了');
      const pdf = await page.request.get((await billed.getByRole('link', { name: /PDF/ }).getAttribute('href')) ?? '');
      expect([pdf.headers()['content-type'], (await pdf.body()).subarray(0, 5).toString()]).toEqual([
        'application/pdf',
        '%PDF-',
      ]);
      const [receipt] = await Promise.all([
        page.waitForEvent('popup'),
        billed.getByRole('link', { name: /^領収書/ }).click(),
      ]);
      await expect(receipt.getByText('領収書').first()).toBeVisible();
      await expect(receipt.getByText(/18,700/).first()).toBeVisible();
      await receipt.close();

      await page.goto(`/billing/subscription/${subscriptionId}`);
      await changeCard(page, '4000000000000341');
      await comeBack({ after: '31d', to: 'past_due' }, { context, portal, owner });
      await page.goto('/');
      await expect(page.getByRole('article')).toContainText('お支払い遅延');
      await page.getByRole('link', { name: '青山店', exact: true }).click();
      await page.getByRole('link', { name: 'お支払いへ進む' }).click();
      const panel = page.getByRole('region', { name: 'お支払いが確認できていません' });
      await expect(panel).toContainText('18,700円');
      await panel.getByRole('button', { name: '今すぐ支払う' }).click();
      await expect(panel.getByText('お支払いを完了できませんでした')).toBeVisible();
      await panel.getByRole('link', { name: '別のカードを登録' }).click();
      await changeCard(page, '4242424242424242');
      // The payment succeeds but its response is lost: the shop, read again, owes nothing more.
      await loseResponse(page, '**/pay');
      await page.getByRole('button', { name: '今すぐ支払う' }).click();
      await expect(page.getByText('お支払いが完了しました').first()).toBeVisible();
      await expect(page).toHaveURL(`/subscription/${subscriptionId}`);
      await expect(page.getByText('契約中', { exact: true })).toBeVisible();
      await expect(panel).toHaveCount(0);

      // What the payment did stands over the page's end on a phone, for as long as the mouse is on it.
      await page.mouse.move(0, 0);
      // Without renewal the subscription ends with the paid period.
      await page.getByRole('switch', { name: '自動更新' }).click();
      await expect(page.getByText('次回更新日で終了', { exact: true })).toBeVisible();
      await comeBack({ after: '31d', to: 'canceled' }, { context, portal, owner });
      await page.reload();
      await expect(page.getByText('解約済み')).toBeVisible();
      await expect(page.getByRole('switch', { name: '自動更新' })).toHaveCount(0);
    });
  });

test('Stripe is down: screens show the last snapshot with its age, and a change says that it failed', async ({
  page,
  portal,
  owner: { session },
}) => {
  const { customerId, subscriptionId } = await makeShop(portal, session, {
    name: '銀座店',
    devices: 1,
    state: 'active',
  });
  const stripeRequests = async (): Promise<number> =>
    Object.values((await portal.metrics()).upstream['stripe'] ?? {}).reduce((sum, count) => sum + count, 0);
  // Events of recent changes may still arrive, so only a repeated read shows that an ordinary one costs nothing.
  await expect(async () => {
    const before = await stripeRequests();
    for (let times = 0; times < 3; times += 1) await shopsOf(session);
    expect((await stripeRequests()) - before).toBe(0);
  }).toPass();

  await portal.local('faults', { service: 'stripe', mode: 'down' });
  try {
    await portal.local('clock', { advance: '2d' });
    const { now } = await portal.local<{ now: string }>('clock');
    await page.clock.setFixedTime(now);
    await page.goto(`/subscription/${subscriptionId}`);
    await expect(page.getByText('最新の情報を取得できていません')).toBeVisible();
    await expect(page.getByText(/2日前の情報を表示しています/)).toBeVisible();
    await expect(page.getByText('次回のご請求額を表示できません')).toBeVisible();
    await page.getByRole('switch', { name: '自動更新' }).click();
    await expect(page.getByText('自動更新設定の変更中にエラーが発生しました')).toBeVisible();
    const toast = page.getByRole('region', { name: /お知らせ/ });
    await expect(toast.getByText(/決済サービスに接続できません。しばらくしてから/)).toBeVisible();
    await expect(page.getByRole('switch', { name: '自動更新' })).toBeChecked();
    await page.getByRole('button', { name: '数量を変更', exact: true }).click();
    await page.getByRole('spinbutton', { name: '契約台数' }).fill('2');
    await page.getByRole('button', { name: '確認へ進む' }).click();
    await expect(page.getByText('料金を計算できませんでした')).toBeVisible();
  } finally {
    await portal.local('faults', { service: 'stripe', mode: 'none' });
  }
  await page.getByRole('button', { name: 'もう一度計算する' }).click();
  await page.getByRole('button', { name: /円を支払って変更する/ }).click();
  await expect(page.getByText('数量を変更しました')).toBeVisible();
  await expect(page.getByText('最新の情報を取得できていません')).toHaveCount(0);
  const [shop] = await shopsOf(session);
  expect([shop?.customer.id, shop?.subscriptions[0]?.items.map(({ quantity }) => quantity)]).toEqual([
    customerId,
    [1, 1],
  ]);
});
