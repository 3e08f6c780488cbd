import type { Call } from '#shared/contract/call';
import { listDevices, listShopDevices, requestExchange, returnDevice } from '#shared/contract/device';
import { listRepairs, listWorkRecords, requestRepair } from '#shared/contract/repair';
import type { ErrorBody } from '#shared/errors';
import type { RawRequest } from '../local/portal-client';
import { mirror, shipDevices, test } from './testing/devices';
import { sampleBodies } from './testing/samples';
import { expect } from './testing/story';

test(
  'a QR code leads to its shop, history or device; any other content is shown as text only',
  { tag: '@once' },
  async ({ page, shop, staff, baseURL }) => {
    const [serial = ''] = await shipDevices(staff, shop, {});
    await mirror(shop);
    const scan = (content: string) => page.goto(`/devices/${encodeURIComponent(content)}`);
    await scan(shop.customerId);
    await expect(page).toHaveURL(`/store/${shop.customerId}`);
    await scan(`https://portal.example/payment-history/${shop.customerId}?from=code`);
    await expect(page).toHaveURL(`/payment-history/${shop.customerId}`);
    await scan(` ${serial}\u200b`);
    await expect(page.getByRole('heading', { name: serial })).toBeVisible();
    await page.getByRole('button', { name: '返却・交換を申し込む' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: '返却を申し込む' })).toBeVisible();

    let asked = false;
    page.on('dialog', () => (asked = true));
    const foreign: string[] = [];
    page.on(
      'request',
      (request) =>
        void (
          new URL(request.url()).origin === baseURL ||
          request.url().startsWith('data:') ||
          foreign.push(request.url())
        ),
    );
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '//evil.example/devices',
      'https://evil.example/',
      'javascript:alert(1)',
      '../../admin',
      '..\\..\\admin',
      '%2e%2e%2fadmin',
      'A'.repeat(10_000),
    ];
    for (const [index, content] of hostile.entries()) {
      // The first code is opened as an address, the others as the app's reader opens them.
      if (index === 0) await scan(content);
      else
        await page.evaluate(
          (path) => (history.pushState(null, '', path), dispatchEvent(new PopStateEvent('popstate'))),
          `/devices/${encodeURIComponent(content)}`,
        );
      await expect(page.getByRole('heading', { name: 'デバイスが見つかりません' })).toBeVisible();
      await expect(page.locator('bdi')).toHaveText(content.slice(0, 500));
      expect(new URL(page.url()).origin).toBe(baseURL);
      expect(new URL(page.url()).pathname).toMatch(/^\/devices\/[^/]+$/);
    }
    expect([asked, foreign]).toEqual([false, []]);
  },
);

test(
  'in a browser, sharing copies the address; reading codes refers to the app',
  { tag: '@once' },
  async ({ page, context, shop, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
    await page.goto(`/store/${shop.customerId}/devices`);
    await page.getByRole('button', { name: 'このページを共有' }).click();
    await expect(page.getByText('リンクをコピーしました')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${baseURL}/store/${shop.customerId}/devices`,
    );
    await page.getByRole('button', { name: 'QRコードを読み取る' }).click();
    await expect(page.getByText('アプリ版をご利用ください')).toBeVisible();
  },
);

test(
  "another owner's shop, device and repair: 404 like ones that do not exist",
  { tag: '@once' },
  async ({ portal, owner }) => {
    const demoOwner = await portal.signIn(await portal.demo('owner'));
    const groups = await demoOwner.send(listDevices);
    const group = groups.find(({ devices }) => devices.some(({ serialNumber }) => serialNumber === 'RVZ-001-03'));
    const device = group?.devices.find(({ serialNumber }) => serialNumber === 'RVZ-001-03');
    const repairs = await demoOwner.send(listRepairs, { params: { serial: 'RVZ-001-03' } });
    const theirs = {
      shop: group?.id ?? '',
      subscription: device?.stripeSubscriptionId ?? '',
      serial: 'RVZ-001-03',
      repair: repairs[0]?.$id.value ?? '',
    };
    expect(Object.values(theirs)).not.toContain('');
    const nobodys = { shop: 'cus_ofnobody', subscription: 'sub_ofnobody', serial: 'RVZ-000-00', repair: '987654' };

    const ask = ({ shop, subscription, serial: serialNumber, repair }: typeof theirs) => {
      const sample = (name: keyof typeof sampleBodies) => ({ ...sampleBodies[name], serialNumber });
      const asked: [Pick<Call, 'method' | 'path'>, RawRequest][] = [
        [listShopDevices, { params: { id: shop } }],
        [listRepairs, { params: { serial: serialNumber } }],
        [listWorkRecords, { params: { id: repair } }],
        [returnDevice, { body: { ...sample('return-device'), stripeSubscriptionId: subscription } }],
        [requestExchange, { body: { ...sample('request-exchange'), customerId: shop } }],
        [requestRepair, { body: sample('request-repair') }],
      ];
      return Promise.all(
        asked.map(async ([call, raw]) => {
          const { status, body } = await portal.request(call, { ...raw, cookie: owner.session.cookie });
          const { requestId: _own, ...rest } = body as ErrorBody;
          return { status, ...rest };
        }),
      );
    };
    const responses = await ask(theirs);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(responses).toEqual(await ask(nobodys));
  },
);
