import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser, type BrowserContext, type Frame, type Page } from 'playwright';
import { findBrowser, launchOptions } from '../../platform/testing';
import { serve, type Served } from '../../platform/index';
import { openTestAccount, type TestAccount } from '../testing/test-account';
import { createStripeJsAssets } from './create-stripe-js-assets';

jest.setTimeout(60_000);

// Stripe's real React components in a real browser, on a page of another origin than the fields.
let browser: Browser;
let context: BrowserContext;
let account: TestAccount;
/** The emulator with the scripts and pages of Stripe.js. */
let stripeServed: Served;
/** What the page's frames asked of Stripe's API. */
let calls: { operation: string; form: Record<string, string>; authorization: string | undefined }[];
let pageServed: Served;
let page: Page;
let complaints: string[];

const html = (stripeUrl: string): string =>
  '<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width, ' +
  'initial-scale=1"><body>' +
  `<div id="root"></div><script src="${stripeUrl}/stripe.js"></script><script src="/page.js"></script></body></html>`;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'testing/payment-page.tsx')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const assets = await createStripeJsAssets();
  account = await openTestAccount({ publicUrl: () => stripeServed.url });
  const { emulator } = account;
  stripeServed = await serve(emulator, {
    intercept: async (request, next) => {
      const asset = assets(request);
      if (asset) return asset;
      const form = Object.fromEntries(new URLSearchParams(request.body.toString()));
      calls.push({ operation: emulator.operationOf(request), form, authorization: request.headers['authorization'] });
      return next(request);
    },
  });
  pageServed = await serve({
    respond: async ({ url }) =>
      url === '/page.js'
        ? {
            status: 200,
            headers: { 'content-type': 'text/javascript; charset=utf-8' },
            body: outputFiles[0]?.text ?? '',
          }
        : { status: 200, headers: { 'content-type': 'text/html' }, body: html(stripeServed.url) },
  });
  browser = await chromium.launch(launchOptions(await findBrowser()));
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ja-JP' });
});
afterAll(async () => {
  await browser.close();
  await stripeServed.close();
  await account.close();
  await pageServed.close();
});
beforeEach(async () => {
  complaints = [];
  calls = [];
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
});
afterEach(async () => {
  await page.close();
});

const open = async (query: Record<string, string>): Promise<Frame> => {
  await page.goto(`${pageServed.url}/?${new URLSearchParams(query).toString()}`);
  await page.locator('#log', { hasText: 'ready' }).waitFor();
  const frame = await (await page.locator('iframe[title^="カード情報"]').elementHandle())?.contentFrame();
  if (!frame) throw new Error('There is no frame');
  return frame;
};
const type = async (frame: Frame, number: string, expiry = '12/34', cvc = '123'): Promise<void> => {
  await frame.getByLabel('カード番号').fill(number);
  await frame.getByLabel('有効期限').fill(expiry);
  await frame.getByLabel('セキュリティコード').fill(cvc);
};
const save = () => page.getByRole('button', { name: '支払い方法を更新' }).click();
const result = async (): Promise<Record<string, Record<string, unknown>>> => {
  await page.locator('#result:not(:empty)').waitFor();
  return JSON.parse((await page.locator('#result').textContent()) ?? '') as Record<string, Record<string, unknown>>;
};
const newSecret = async (): Promise<string> => {
  const { id: customer } = await account.stripe.customers.create({});
  return String((await account.stripe.setupIntents.create({ customer })).client_secret);
};
const challenge = () => page.frameLocator('iframe[title^="本人認証"]');

test('a card is saved with the publishable key alone; the page never holds its number', async () => {
  const secret = await newSecret();
  const frame = await open({ secret });
  await type(frame, '4242424242424242');
  expect(await frame.getByLabel('カード番号').inputValue()).toBe('4242 4242 4242 4242');
  await save();
  expect(await result()).toMatchObject({ setupIntent: { status: 'succeeded', client_secret: secret } });
  const [created, confirmed] = calls.filter(({ operation }) => operation.startsWith('POST'));
  expect(created).toMatchObject({
    operation: 'POST /v1/payment_methods',
    authorization: 'Bearer pk_test_local',
    form: {
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
      'billing_details[name]': 'HANAKO YAMADA',
      'billing_details[address][country]': 'JP',
    },
  });
  expect(confirmed?.form).toEqual({
    client_secret: secret,
    payment_method: expect.stringMatching(/^pm_/) as string,
    return_url: `${pageServed.url}/done`,
    use_stripe_sdk: 'true',
  });
  expect(await page.content()).not.toContain('4242');
  await page.locator('#log', { hasText: 'change card true' }).waitFor();
  expect(complaints).toEqual([]);
});

test('invalid fields show their errors below them, and nothing is sent', async () => {
  const frame = await open({ secret: await newSecret() });
  await save();
  expect(await result()).toMatchObject({ error: { type: 'validation_error', code: 'incomplete_number' } });
  expect(await frame.getByRole('alert').allTextContents()).toEqual([
    'カード番号を最後まで入力してください。',
    '有効期限を月 / 年で入力してください。',
    'セキュリティコードを最後まで入力してください。',
  ]);
  await type(frame, '4242424242424241', '01/20');
  expect(await frame.getByRole('alert').allTextContents()).toEqual([
    'カード番号が正しくありません。',
    'カードの有効期限が切れています。',
    '',
  ]);
  expect(await frame.getByLabel('カード番号').getAttribute('aria-invalid')).toBe('true');
  expect(calls).toEqual([]);
});

test('a full field moves the focus on; backspace in an empty one moves it back', async () => {
  const frame = await open({ secret: await newSecret() });
  await frame.getByLabel('カード番号').focus();
  await page.keyboard.type('3782822463100051227');
  expect(await frame.getByLabel('カード番号').inputValue()).toBe('3782 822463 10005');
  expect(await frame.getByLabel('有効期限').inputValue()).toBe('12 / 27');
  await page.keyboard.type('1234');
  expect(await frame.getByRole('img', { name: 'American Express' }).count()).toBe(1);
  await page.locator('#log', { hasText: /change card true$/ }).waitFor();
  for (let presses = 0; presses < 7; presses += 1) await page.keyboard.press('Backspace');
  expect(await frame.getByLabel('有効期限').inputValue()).toBe('1');
});

test('a declined card gives an error with its codes and a Japanese text', async () => {
  const frame = await open({ secret: await newSecret() });
  await type(frame, '4000000000009995');
  await save();
  expect(await result()).toMatchObject({
    error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'カードの残高または利用限度額が不足しています。',
      setup_intent: { status: 'requires_payment_method' },
    },
  });
});

test('3-D Secure succeeds if done, and fails if refused or closed', async () => {
  const secret = await newSecret();
  const frame = await open({ secret });
  await type(frame, '4000002760003184');
  await save();
  await challenge().getByRole('button', { name: '認証に失敗する' }).click();
  expect(await result()).toMatchObject({
    error: { code: 'setup_intent_authentication_failure', setup_intent: { status: 'requires_payment_method' } },
  });
  expect(await page.locator('dialog').count()).toBe(0);

  const again = await open({ secret });
  await type(again, '4000002760003184');
  await save();
  await challenge().getByRole('button', { name: '認証を完了する' }).waitFor();
  await page.getByRole('button', { name: '閉じる' }).click();
  expect(await result()).toMatchObject({
    error: { code: 'setup_intent_authentication_failure', setup_intent: { status: 'requires_action' } },
  });

  const third = await open({ secret });
  await type(third, '4000002760003184');
  await save();
  await challenge().getByRole('button', { name: '認証を完了する' }).click();
  expect(await result()).toMatchObject({ setupIntent: { status: 'succeeded' } });
  expect(complaints).toEqual([]);
});

test('the script of the bank’s page comes late: its buttons wait, so that no press is lost', async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/elements/challenge.js', async (route) => {
    await arrived;
    await route.continue();
  });
  const frame = await open({ secret: await newSecret() });
  await type(frame, '4000002760003184');
  await save();
  const refuse = challenge().getByRole('button', { name: '認証に失敗する' });
  await refuse.waitFor();
  expect(await refuse.isDisabled()).toBe(true);
  arrive();
  await refuse.click();
  expect(await result()).toMatchObject({ error: { code: 'setup_intent_authentication_failure' } });
});

test('confirming without elements.submit() throws an error that names it', async () => {
  await open({ secret: await newSecret(), submit: 'never' });
  await save();
  await page.locator('#result:not(:empty)').waitFor();
  expect(await page.locator('#result').textContent()).toBe(
    'IntegrationError: elements.submit() must be called before stripe.confirmSetup().',
  );
});

test('dark fields keep the page’s background and follow its colours', async () => {
  const frame = await open({ secret: await newSecret(), theme: 'dark' });
  const input = frame.getByLabel('カード番号');
  expect(await input.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(32, 38, 46)');
  expect(await input.evaluate((node) => getComputedStyle(node).borderRadius)).toBe('10px');
  const height = async () => (await page.locator('iframe[title^="カード情報"]').boundingBox())?.height ?? 0;
  const before = await height();
  await save();
  await result();
  await frame.getByText('カード番号を最後まで入力してください。').waitFor();
  await page.waitForFunction(
    (least) => (document.querySelector('iframe')?.getBoundingClientRect().height ?? 0) > least,
    before,
  );
});
