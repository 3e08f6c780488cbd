import { appCode, expectHome, newPhone, setUpAuthenticator, toSecondStep, wrongCode } from './testing/accounts';
import { axeFindings } from './places/look';
import { expect, ownersTest, signIn, signOut, test } from './testing/story';

test(
  'by SMS: switched on with a number and its code, asked for at the next sign-in, switched off at once',
  { tag: '@once' },
  async ({ page, mailbox, owner }) => {
    const phone = newPhone();
    await page.goto('/settings/security');
    await page.getByRole('switch', { name: '2段階認証を使う' }).click();
    const send = page.getByRole('button', { name: '認証コードを送信' });
    await expect(send).toBeDisabled();
    await page.getByLabel('電話番号').fill(`+81${phone.slice(1)}`);
    await send.click();
    const first = await mailbox.newest(phone);
    await page.getByLabel('認証コード（SMS）').fill(wrongCode(first.code));
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByText('認証コードが正しくありません')).toBeVisible();
    await page.getByLabel('認証コード（SMS）').fill(first.code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByText('電話番号の確認が完了しました')).toBeVisible();
    const dialog = page.getByRole('dialog', { name: '2段階認証を有効にしました' });
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    await dialog.getByRole('button', { name: '保管しました' }).click();
    await expect(page.getByRole('switch')).toBeChecked();

    await signOut(page);
    const before = await mailbox.messages(phone);
    await toSecondStep(page, owner);
    const second = await mailbox.newest(phone, before);
    await page.getByLabel('認証コード（SMS）').fill(second.code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expectHome(page);

    await page.goto('/settings');
    await expect(page.getByRole('switch', { name: '2段階認証' })).toBeChecked();
    await page.getByRole('switch', { name: '2段階認証' }).click();
    await expect(page.getByText('2段階認証を無効にしました')).toBeVisible();
    await expect(page.getByRole('switch', { name: '2段階認証' })).not.toBeChecked();
    await signOut(page);
    await signIn(page, owner);
    await expectHome(page);
  },
);

ownersTest('the settings switch wants the profile’s number first', { tag: '@once' }, async ({ page, mailbox }) => {
  const phone = newPhone();
  await page.goto('/settings');
  await expect(page.getByRole('switch', { name: '2段階認証' })).toBeDisabled();
  await page.getByRole('main').getByRole('link', { name: 'プロフィールで電話番号を設定してください。' }).click();
  await page.getByRole('button', { name: /^電話番号を(編集|登録)$/ }).click();
  await page.getByLabel('電話番号').fill(phone);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText(phone.replace(/^(...)(....)/, '$1-$2-'))).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('switch', { name: '2段階認証' }).click();
  const { code } = await mailbox.newest(phone);
  await page.getByLabel('認証コード（SMS）').fill(code ?? '');
  await page.getByRole('button', { name: '認証する' }).click();
  await page.getByRole('button', { name: '保管しました' }).click();
  await expect(page.getByRole('switch', { name: '2段階認証' })).toBeChecked();
});

test(
  'by an authenticator app: signing in with the keyboard alone; a code works once',
  { tag: '@once' },
  async ({ page, portal, owner }) => {
    const { secret, recoveryCodes } = await setUpAuthenticator(page, portal);
    expect(new Set(recoveryCodes).size).toBe(10);
    await signOut(page);

    // One step of drift is accepted; the code of the set-up itself is used up.
    const code = await appCode(portal, secret, 1);
    await page.getByLabel('メールアドレス').focus();
    await page.keyboard.type(owner.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(owner.password);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('認証コード（TOTP）')).toBeFocused();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expectHome(page);

    await signOut(page);
    await toSecondStep(page, owner);
    await page.getByLabel('認証コード（TOTP）').fill(code);
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByRole('alert')).toContainText('認証コードの有効期限が切れました');
  },
);

test('a recovery code replaces the app’s code, once', { tag: '@once' }, async ({ page, portal, owner }) => {
  const { recoveryCodes } = await setUpAuthenticator(page, portal, async () => {
    expect(await axeFindings(page)).toEqual([]);
  });
  const [code] = recoveryCodes;
  for (const attempt of ['first', 'second'] as const) {
    await signOut(page);
    await toSecondStep(page, owner);
    await page.getByRole('button', { name: 'リカバリーコードを使う' }).click();
    await page.getByLabel('リカバリーコード').fill((attempt === 'first' ? code : code?.toLowerCase()) ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    if (attempt === 'first') {
      await expectHome(page);
      await page.goto('/settings/security');
      await expect(page.getByText('認証方法の変更・リカバリーコード（残り9個）')).toBeVisible();
    } else {
      const field = page.getByLabel('リカバリーコード');
      await expect(field).toHaveAccessibleDescription(/リカバリーコードが正しくありません/);
      await expect(field).toBeFocused();
    }
    if (attempt === 'second') await page.getByRole('button', { name: '認証コードを使う' }).click();
  }
  await expect(page.getByLabel('認証コード（TOTP）')).toBeFocused();
});
