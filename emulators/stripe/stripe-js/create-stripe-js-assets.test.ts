import type { WireRequest, WireResponse } from '../../platform/index';
import { createStripeJsAssets } from './create-stripe-js-assets';

let respond: (request: WireRequest) => WireResponse | undefined;
beforeAll(async () => {
  respond = await createStripeJsAssets();
});
const get = (url: string, method = 'GET') => respond({ method, url, headers: {}, body: Buffer.alloc(0) });

test('the script, the pages of its frames and the page of the bank are served, with every script they name', () => {
  expect(get('/stripe.js')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
  });
  for (const page of ['/elements/fields', '/elements/controller', '/3ds/payatt_3ds1?intent=seti_1']) {
    const response = get(page);
    expect(response?.headers?.['content-type']).toBe('text/html; charset=utf-8');
    const scripts = [...String(response?.body).matchAll(/src="([^"]+)"/g)].map((found) => found[1] ?? '');
    expect(scripts).toHaveLength(1);
    expect(get(scripts[0] ?? '')).toMatchObject({ status: 200 });
  }
});

test('any other request is left to the emulator', () => {
  for (const [url, method] of [
    ['/v1/setup_intents', 'GET'],
    ['/3ds/payatt_3ds1', 'POST'],
    ['/i/abc', 'GET'],
    ['/stripe.js', 'POST'],
  ] as const) {
    expect(get(url, method)).toBeUndefined();
  }
  expect(get('/elements/other')).toMatchObject({ status: 404 });
});
