import { readOutside } from './outside';

test('no settings: every service is embedded', () => {
  expect(readOutside({})).toEqual({
    urls: {},
    stripe: { secretKey: 'sk_test_local', publishableKey: 'pk_test_local' },
    kintoneApiToken: [1, 2, 3, 4].map((app) => `local-kintone-token-${app}`).join(','),
  });
});

test('AWS’s own variables: other servers, with the caller’s credentials', () => {
  const outside = readOutside({
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000',
    AWS_ENDPOINT_URL_SNS: 'http://127.0.0.1:9911',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  });
  expect(outside.urls).toEqual({ dynamodb: 'http://127.0.0.1:8000', sns: 'http://127.0.0.1:9911' });
  expect(outside.awsCredentials).toEqual({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' });
  expect(readOutside({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' })).not.toHaveProperty('awsCredentials');
});

test('two keys: Stripe’s test mode; an address too: another Stripe-compatible server', () => {
  expect(readOutside({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toMatchObject({
    urls: { stripe: 'https://api.stripe.com' },
    stripe: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1' },
  });
  expect(readOutside({ STRIPE_API_BASE: 'http://127.0.0.1:4242' })).toMatchObject({
    urls: { stripe: 'http://127.0.0.1:4242' },
    stripe: { secretKey: 'sk_test_local' },
  });
});

test('address and token: a real Kintone', () => {
  expect(readOutside({ KINTONE_BASE_URL: 'https://example.cybozu.com', KINTONE_API_TOKEN: 't' })).toMatchObject({
    urls: { records: 'https://example.cybozu.com' },
    kintoneApiToken: 't',
  });
});

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_SECRET_KEY is set without STRIPE_PUBLISHABLE_KEY'],
  [{ KINTONE_API_TOKEN: 't' }, 'KINTONE_API_TOKEN is set without KINTONE_BASE_URL'],
  [{ AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: 'http://127.0.0.1:9229' }, 'users are always embedded'],
  [{ AWS_ENDPOINT_URL_SNS: 'localhost:4000' }, 'AWS_ENDPOINT_URL_SNS=localhost:4000 is no address'],
  [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'test keys only'],
])('%j is refused', (environment, message) => {
  expect(() => readOutside(environment)).toThrow(message);
});
