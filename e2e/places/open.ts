import type { Page } from 'playwright/test';
import { agreeToBoth, expect } from '../story';

type Open = (page: Page) => Promise<void>;

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

export const quantityConfirmation: Open = async (page) => {
  await dialogBy(/の数量を変更|^数量を変更/)(page);
  await page.getByRole('spinbutton', { name: '契約台数' }).fill('6');
  await page.getByRole('button', { name: '確認へ進む' }).click();
  await expect(page.getByRole('dialog', { name: '数量変更の確認' })).toBeVisible();
};

export const device =
  (serialNumber: string): Open =>
  async (page) => {
    await page.getByRole('button', { name: serialNumber, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };

export const deviceCode =
  (serialNumber: string): Open =>
  async (page) => {
    await device(serialNumber)(page);
    await page.getByText('この機器のQRコード').first().click();
    await expect(page.getByRole('img', { name: 'この機器のQRコード' })).toBeVisible();
  };

/** Opens a device's wizard, by the words of its choice. */
export const wizard =
  (serialNumber: string, words: RegExp): Open =>
  async (page) => {
    await device(serialNumber)(page);
    await page.getByRole('list', { name: 'お手続き' }).getByRole('button', { name: words }).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
  };
