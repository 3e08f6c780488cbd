import { waitFor } from '@testing-library/react';
import { getConfig } from '#shared/contract/platform';
import { FakeServer } from '../../../../testing/server';
import { stageConfig } from '../../../../testing/stage-config';
import { stripeAppearance, stripeClient } from './stripe';

/** The global that a Stripe.js of another address leaves in the page. */
const client = { elements: () => ({}) };
const script = (): HTMLScriptElement | null => document.querySelector('script[src="https://pay.test/stripe.js"]');
const appears = (): Promise<HTMLScriptElement> =>
  waitFor(() => {
    const found = script();
    if (!found) throw new Error('The script is not in the page');
    return found;
  });

test('the script does not load: the next try loads it again, and the client is made once', async () => {
  new FakeServer().install().on(getConfig, {
    ...stageConfig,
    stripePublishableKey: 'pk_live_1',
    stripeJsUrl: 'https://pay.test/stripe.js',
  });
  expect(document.querySelector('script')).toBeNull();

  const first = stripeClient();
  (await appears()).dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('did not load');
  expect(script()).toBeNull();

  const second = stripeClient();
  const make = jest.fn(() => client);
  const found = await appears();
  (window as unknown as { Stripe: unknown }).Stripe = make;
  found.dispatchEvent(new Event('load'));
  await expect(second).resolves.toBe(client);
  await expect(stripeClient()).resolves.toBe(client);
  expect(make).toHaveBeenCalledTimes(1);
  expect(make).toHaveBeenCalledWith('pk_live_1', { locale: 'ja' });
});

test.each([
  ['dark', 'night'],
  ['light', 'stripe'],
] as const)('the theme is %s: Stripe’s fields look like %s', (theme, look) => {
  expect(stripeAppearance(theme).theme).toBe(look);
});
