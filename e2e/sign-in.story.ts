import { expectHome, toSecondStep, wrongCode } from './testing/accounts';
import { expect, signIn, signOut, test } from './testing/story';

test('without a session every address leads to the login', { tag: '@once' }, async ({ page }) => {
  for (const path of ['/', '/stores/new', '/somewhere/else']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible();
  }
});

test('a missing value is shown under its field, a wrong password as one sentence', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await expect(page.getByText('メールアドレスの形式が正しくありません')).toBeVisible();
  await expect(page.getByText('パスワードを入力してください')).toBeVisible();
  await expect(page.getByLabel('メールアドレス')).toBeFocused();

  await signIn(page, { email: `nobody-${crypto.randomUUID().slice(0, 8)}@example.jp`, password: 'not the password' });
  await expect(page.getByRole('alert')).toContainText('メールアドレスまたはパスワードが正しくありません');
  await expect(page.getByLabel('メールアドレス')).toHaveValue(/^nobody-/);
});

test('signing in and out works with the keyboard alone', { tag: '@once' }, async ({ page, owner }) => {
  await page.goto('/');
  await signOut(page);
  await page.getByLabel('メールアドレス').focus();
  await page.keyboard.type(owner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test(
  'an account with a second step asks for the code of its SMS',
  { tag: '@once' },
  async ({ page, portal, mailbox }) => {
    const sms = await portal.demo('sms');
    const phone = '09012345678';
    const before = await mailbox.messages(phone);
    await toSecondStep(page, sms);
    const code = page.getByLabel('認証コード（SMS）');
    await expect(code).toHaveAttribute('placeholder', '000000');

    await code.fill('123');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByText('認証コードは6文字である必要があります')).toBeVisible();

    const sent = await mailbox.newest(phone, before);
    await code.fill(wrongCode(sent.code));
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByRole('alert')).toContainText('認証コードが正しくありません');

    await code.fill(sent.code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expectHome(page);
  },
);

test('the mail’s link resets a password, once', { tag: '@once' }, async ({ page, portal, mailbox, owner: person }) => {
  await page.goto('/');
  const before = await mailbox.messages(person.email);
  await signOut(page);

  await page.getByRole('link', { name: 'パスワードをお忘れですか？' }).click();
  // The screen before has such a field too.
  await expect(page.getByRole('heading', { name: 'パスワードの再設定' })).toBeVisible();
  await page.getByLabel('メールアドレス').fill(person.email);
  await page.getByRole('button', { name: '再設定メールを送信' }).click();
  const { link } = await mailbox.newest(person.email, before);
  expect(link).toContain(`${portal.url}/reset-password?token=`);

  const renewed = `${person.password}-renewed`;
  for (const attempt of ['first', 'second'] as const) {
    await page.goto(link ?? '');
    await page.getByLabel('新しいパスワード', { exact: true }).fill(renewed);
    await page.getByLabel('新しいパスワード（確認）', { exact: true }).fill('something else');
    await page.getByRole('button', { name: 'パスワードを変更' }).click();
    await expect(page.getByText('パスワードが一致しません')).toBeVisible();
    await page.getByLabel('新しいパスワード（確認）', { exact: true }).fill(renewed);
    await expect(page.getByText('パスワードが一致しません')).toHaveCount(0);
    await page.getByRole('button', { name: 'パスワードを変更' }).click();
    if (attempt === 'first') await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible();
    else await expect(page.getByRole('alert')).toBeVisible();
  }
  await signIn(page, { email: person.email, password: renewed });
  await expect(page).toHaveURL('/');
});
