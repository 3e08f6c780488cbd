import type { Page } from 'playwright/test';
import type { SignIn } from '../../local/cloud/state/state-file';
import { toSecondStep } from '../testing/accounts';
import { next, readTerms } from '../testing/devices';
import { agreeToBoth, expect, fillCard, fillShop } from '../testing/story';

export type Open = (page: Page) => Promise<void>;

export const press =
  (name: string | RegExp): Open =>
  async (page) => {
    await page.getByRole('main').getByRole('button', { name }).first().click();
  };

/** Presses a button that opens a dialog. */
export const dialogBy =
  (name: string | RegExp): Open =>
  async (page) => {
    await press(name)(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  };

export const wrongLogin: Open = async (page) => {
  await page.getByLabel('メールアドレス').fill('nobody');
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await expect(page.getByText('パスワードを入力してください')).toBeVisible();
};

/** Says what was done, and what happens next, as after a change of a shop's subscription. */
export const afterChange =
  (customerId: string, did: string): Open =>
  async (page) => {
    // The router keeps a navigation's state as `usr` of the history's entry.
    await page.evaluate((changed) => history.replaceState({ ...history.state, usr: { changed } }, ''), {
      customerId,
      did,
    });
    await page.reload();
    await expect(page.getByText(did, { exact: true })).toBeVisible();
  };

export const shopDeletion: Open = async (page) => {
  await page
    .getByRole('button', { name: /のメニュー$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: '削除' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

export const privacy: Open = async (page) => {
  await page.getByRole('region', { name: '利用規約' }).evaluate((element) => {
    element.scrollTo({ top: element.scrollHeight });
  });
  await page.getByRole('button', { name: '同意して次へ' }).click();
  await expect(page.getByRole('region', { name: 'プライバシーポリシー' })).toBeVisible();
};

export const shopForm: Open = async (page) => {
  await agreeToBoth(page);
  await expect(page.getByLabel('店舗名')).toBeVisible();
};

export const wrongShopForm: Open = async (page) => {
  await shopForm(page);
  await page.getByRole('button', { name: '確認画面へ' }).click();
  await expect(page.getByText('店舗名を入力してください')).toBeVisible();
};

/** A postal code with two places, texts too long for a label, a number that no driver can call. */
export const doubtfulShopForm: Open = async (page) => {
  await shopForm(page);
  await page.getByLabel('お届け先のお名前').fill('ヘアサロンアンドスパ レボナイザー青山本店 二階受付');
  await page.getByLabel('郵便番号').fill('4980000');
  await expect(page.getByLabel('住所の候補')).toBeVisible();
  await page.getByLabel('建物名・部屋番号').fill('レボナイザーシティタワーアネックス12階1203号室');
  await page.getByLabel('電話番号').fill('0570-012-345');
  await page.getByLabel('市区町村・番地').focus();
  await expect(page.getByText('配送会社からの電話を受けられる番号')).toBeVisible();
};

/** A large office's code after one that was found. */
export const officeShopForm: Open = async (page) => {
  await shopForm(page);
  await page.getByLabel('郵便番号').fill('1070062');
  await expect(page.getByText('住所を自動入力しました。')).toBeVisible();
  await page.getByLabel('郵便番号').fill('1008994');
  await expect(page.getByText('会社専用')).toBeVisible();
  await page.getByLabel('市区町村・番地').scrollIntoViewIfNeeded();
};

/** The same code as in the store form, in the dialog of an existing shop. */
export const doubtfulShopEdit: Open = async (page) => {
  await dialogBy('編集')(page);
  await page.getByLabel('郵便番号').last().fill('498-0000');
  await page.getByLabel('住所の候補').focus();
  await page.getByLabel('建物名・部屋番号').last().scrollIntoViewIfNeeded();
};

export const quantityConfirmation: Open = async (page) => {
  await dialogBy(/の数量を変更|^数量を変更/)(page);
  await page.getByRole('spinbutton', { name: '契約台数' }).fill('6');
  await page.getByRole('button', { name: '確認へ進む' }).click();
  await expect(page.getByRole('dialog', { name: '数量変更の確認' })).toBeVisible();
};

export const device =
  (serialNumber: string): Open =>
  async (page) => {
    const row = page.getByRole('button', { name: serialNumber, exact: true, includeHidden: true });
    if (!(await row.isVisible())) await page.getByText(/^返却済み \d+台$/).click();
    await row.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };

export const deviceCode =
  (serialNumber: string): Open =>
  async (page) => {
    await device(serialNumber)(page);
    await page.getByText('このデバイスのQRコード').first().click();
    await expect(page.getByRole('img', { name: 'このデバイスのQRコード' })).toBeVisible();
  };

/** Opens a device's wizard, by the words of its choice. */
export const wizard =
  (serialNumber: string, words: RegExp): Open =>
  async (page) => {
    await device(serialNumber)(page);
    await page.getByRole('list', { name: 'お手続き' }).getByRole('button', { name: words }).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
  };

/** Agrees, fills the form of a new shop, and goes on to its order, which is not sent. */
export const shopConfirmation: Open = async (page) => {
  await agreeToBoth(page);
  await fillShop(page, '新しい店');
  await page.getByLabel('カード名義人').fill('HANAKO SATO');
  await fillCard(page, { number: '4242424242424242' });
  await page.getByRole('button', { name: '確認画面へ' }).click();
  await expect(page.getByRole('button', { name: 'この内容で申し込む' })).toBeVisible();
};

export const codeOfRegistration: Open = async (page) => {
  await page.getByLabel('メールアドレス').fill(`pictures-${crypto.randomUUID().slice(0, 8)}@example.jp`);
  await page.getByLabel('ユーザー名').fill('写真のサロン');
  await page.getByLabel('パスワード', { exact: true }).fill('Ozone-pictures-9');
  await page.getByRole('button', { name: '確認メールを送信' }).click();
  await expect(page.getByLabel('認証コード')).toBeVisible();
};

/** The second step of a sign-in. */
export const secondStep =
  (person: SignIn): Open =>
  (page) =>
    toSecondStep(page, person);

/** The steps of a device's wizard up to its terms. */
export const termsOf =
  (serialNumber: string, kind: '返却' | '交換', reason: string): Open =>
  async (page) => {
    await wizard(serialNumber, new RegExp(kind))(page);
    await page.getByRole('dialog').getByText(reason, { exact: true }).click();
    await next(page).click();
    await next(page).click();
    await readTerms(page, `${kind}規約`);
  };

/** The question before a dialog closes with what was entered in it. */
export const discardQuestion: Open = async (page) => {
  await wizard('RVZ-001-01', /返却/)(page);
  await page.getByRole('dialog').getByText('契約終了', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('入力した内容を破棄しますか？')).toBeVisible();
};

/** The ways to end a subscription, with what each costs. */
export const cancellation: Open = async (page) => {
  await dialogBy(/解約する$|^申し込みを取り消す$/)(page);
  await expect(
    page.getByRole('dialog').getByRole('button', { name: /^(今すぐ解約|申し込みを取り消す)$/ }),
  ).toBeVisible();
};

export const secondStepBySms: Open = async (page) => {
  await page.getByRole('switch').click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** A server that wants the password again. */
export const passwordQuestion: Open = async (page) => {
  await page.route('**/api/mfa/setup/totp', (route) =>
    route.fulfill({ status: 403, json: { code: 'RECENT_AUTHENTICATION_REQUIRED', message: '確認のため' } }),
  );
  await press('認証アプリを設定')(page);
  await expect(page.getByRole('dialog', { name: 'パスワードの確認' })).toBeVisible();
};
