import { catalogue } from '#shared/catalogue';
import { wrongCode } from './testing/accounts';
import { stripeOf } from './testing/shops';
import { askToRegister, expect, signIn, test } from './testing/story';

test('the form shows each error and the password’s strength, and keeps the typed text', async ({ page, person }) => {
  await page.goto('/register');
  await page.getByLabel('メールアドレス').fill('not an address');
  await page.getByLabel('ユーザー名').fill('ab');
  await page.getByLabel('パスワード', { exact: true }).fill('short');
  await page.getByRole('button', { name: '確認メールを送信' }).click();
  await expect(page.getByText('メールアドレスの形式が正しくありません')).toBeVisible();
  await expect(page.getByText('ユーザー名は3文字以上である必要があります')).toBeVisible();
  await expect(page.getByText('パスワードは8文字以上である必要があります')).toBeVisible();
  await expect(page.getByLabel('メールアドレス')).toBeFocused();
  await page.getByLabel('パスワード', { exact: true }).fill(person.password);
  await expect(page.getByRole('meter', { name: 'パスワードの強度' })).toHaveAttribute('aria-valuetext', '非常に強い');
  await expect(page.getByLabel('ユーザー名')).toHaveValue('ab');
});

test(
  'a wrong code is refused, a new one comes, and the right one signs in',
  { tag: '@once' },
  async ({ page, mailbox, person }) => {
    await askToRegister(page, person);
    const first = await mailbox.newest(person.email);
    expect(first.text).toContain(first.code ?? 'no code');

    await page.getByLabel('認証コード').fill('12345');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByText('認証コードは6桁です')).toBeVisible();

    await page.getByRole('button', { name: 'コードを再送信' }).click();
    await expect(page.getByText('認証コードを再送信しました')).toBeVisible();
    const second = await mailbox.newest(person.email, [first]);
    await page.getByLabel('認証コード').fill(wrongCode(second.code));
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByText('認証コードが正しくありません')).toBeVisible();

    await page.getByLabel('認証コード').fill(second.code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page).toHaveURL(/\/(stores\/new.*)?$/);
    await expect(page.getByText(/ようこそ|利用規約/).first()).toBeVisible();
  },
);

test(
  'whose invoices already go to the address finds that shop at home, with its devices and documents',
  { tag: '@once' },
  async ({ page, mailbox, person, portal }) => {
    const stripe = await stripeOf(portal);
    const { id: customer } = await stripe.customers.create({
      email: person.email,
      metadata: { サロン名: '港南サロン' },
    });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const { data } = await stripe.prices.list({ lookup_keys: catalogue.map(({ lookupKey }) => lookupKey).slice(0, 1) });
    const items = data.map(({ id: price }) => ({ price, quantity: 1 }));
    await stripe.subscriptions.create({ customer, items, default_payment_method: card.id });

    await askToRegister(page, person);
    await page.getByLabel('認証コード').fill((await mailbox.newest(person.email)).code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('link', { name: /港南サロン/ }).click();
    await expect(page).toHaveURL(`/store/${customer}`);
    await expect(async () => {
      await page.goto('/documents');
      await expect(page.getByText('港南サロン').first()).toBeVisible({ timeout: 1000 });
    }).toPass();
  },
);

test(
  'the mail’s link confirms an address once, in any browser',
  { tag: '@once' },
  async ({ page, browser, mailbox, person, portal }) => {
    await askToRegister(page, person);
    const { link } = await mailbox.newest(person.email);

    const elsewhere = await browser.newContext({ baseURL: portal.url });
    const other = await elsewhere.newPage();
    await other.goto(link ?? '');
    await expect(other.getByText('メールアドレス確認完了')).toBeVisible();
    await expect(other).toHaveURL('/login');
    await signIn(other, person);
    await expect(other).toHaveURL(/\/$|\/stores\/new/);
    await elsewhere.close();

    await page.goto(link ?? '');
    await expect(
      page
        .getByRole('heading', { name: /失敗|できません/ })
        .or(page.getByText('メールアドレスの確認に失敗しました'))
        .first(),
    ).toBeVisible();
  },
);

test(
  'whoever did not register deletes the registration by the other link of the mail; its code confirms nothing then',
  { tag: '@once' },
  async ({ page, browser, mailbox, person, portal }) => {
    await askToRegister(page, person);
    const { text, code } = await mailbox.newest(person.email);

    const elsewhere = await browser.newContext({ baseURL: portal.url });
    const other = await elsewhere.newPage();
    await other.goto(/\/cancel-registration\?token=[\w.-]+/.exec(text)?.[0] ?? 'no link');
    await expect(other.getByRole('heading', { name: '登録の取り消し' })).toBeVisible();
    await expect(other).toHaveURL('/cancel-registration');
    await other.getByRole('button', { name: '登録を取り消す' }).click();
    await expect(other.getByRole('heading', { name: '登録を取り消しました' })).toBeVisible();
    await elsewhere.close();

    await page.getByLabel('認証コード').fill(code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByText('認証コードが正しくありません')).toBeVisible();
  },
);

test(
  'a taken address gets the same response, and its owner keeps their account',
  { tag: '@once' },
  async ({ browser, owner: person, portal }) => {
    const elsewhere = await browser.newContext({ baseURL: portal.url });
    const other = await elsewhere.newPage();
    const stranger = { ...person, username: 'べつの人', password: 'Somebody-Else-77' };
    await askToRegister(other, stranger);
    await expect(other.getByLabel('認証コード')).toBeVisible();
    await signIn(other, stranger);
    await expect(other.getByRole('alert')).toBeVisible();
    await signIn(other, person);
    await expect(other).toHaveURL(/\/$|\/stores\/new/);
    await elsewhere.close();
  },
);
