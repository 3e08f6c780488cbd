import { loadStripeFor, stripeAppearance } from './stripe';

/** What a Stripe.js of another address leaves in the page. */
const client = { elements: () => ({}) };
const script = (): HTMLScriptElement | null => document.querySelector('script[src="https://pay.test/stripe.js"]');
const config = { publishableKey: 'pk_live_1', stripeJsUrl: 'https://pay.test/stripe.js' };

test('nothing is loaded before it is asked for; a failed load can be tried again; a client is made once', async () => {
  expect(document.querySelector('script')).toBeNull();

  const first = loadStripeFor(config);
  script()?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('did not load');
  expect(script()).toBeNull();

  const second = loadStripeFor(config);
  const make = jest.fn(() => client);
  (window as unknown as { Stripe: unknown }).Stripe = make;
  script()?.dispatchEvent(new Event('load'));
  await expect(second).resolves.toBe(client);
  await expect(loadStripeFor(config)).resolves.toBe(client);
  expect(make).toHaveBeenCalledTimes(1);
  expect(make).toHaveBeenCalledWith('pk_live_1', { locale: 'ja' });
});

test('its fields follow the theme', () => {
  expect(stripeAppearance('dark').theme).toBe('night');
  expect(stripeAppearance('light').theme).toBe('stripe');
});
