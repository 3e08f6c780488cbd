import {
  test as base,
  expect as plainExpect,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
} from 'playwright/test';
import { markSetupComplete } from '#shared/contract/account';
import { requestRegistration, verifyRegistration } from '#shared/contract/auth';
import type { Message } from '../../local/cloud/inbox/inbox';
import { PortalClient } from '../../local/portal-client';
import { watchFocus } from './focus';
import { Portal } from './portal';

/** As patient as `playwright.config.ts` says, also where that is not read (`npm run pictures`). */
export const expect = plainExpect.configure({ timeout: 20_000 });

/** The portal's mailbox as a person reads it; `after` leaves out earlier messages. */
export class Mailbox {
  constructor(private readonly portal: Portal) {}

  messages(to: string): Promise<Message[]> {
    return this.portal.local<Message[]>(`inbox?to=${encodeURIComponent(to)}`);
  }

  /** The newest message to an address that is not in `seen`; waits for it as a person would. */
  async newest(to: string, seen: readonly Message[] = []): Promise<Message> {
    let found: Message | undefined;
    await expect(async () => {
      found = (await this.messages(to)).find((message) => !seen.some((old) => old.id === message.id));
      expect(found).toBeDefined();
    }).toPass({ timeout: 20_000 });
    return found as Message;
  }
}

export interface Person {
  email: string;
  username: string;
  password: string;
}

/** A registered user; their page uses `session`. */
export interface Owner extends Person {
  session: PortalClient;
}

interface Fixtures {
  portal: Portal;
  mailbox: Mailbox;
  /** A person without an account. */
  person: Person;
  /** A registered person without a session. */
  account: Person;
  /** A registered user whose page is signed in and past the first-time wizard. */
  owner: Owner;
}

interface WorkerFixtures {
  /**
   * Returns a new account. The next one is registered meanwhile, because each takes two seconds
   * (decisions/registration).
   */
  takeAccount: () => Promise<Person>;
}

function newPerson(): Person {
  const id = crypto.randomUUID().slice(0, 8);
  return { email: `owner-${id}@example.jp`, username: `サロン ${id}`, password: `Ozone-${id}-9` };
}

/**
 * Playwright's test with the portal, its mailbox and a new person. A page that writes errors to its console fails the
 * story, and one whose focus is on `body` after a press.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, provide) => {
    const url = process.env['PORTAL_URL'];
    if (!url) throw new Error('PORTAL_URL is not set: stories run under e2e/playwright.config.ts');
    await provide(url);
  },
  // oxlint-disable-next-line no-empty-pattern
  portal: async ({}, provide) => provide(new Portal(process.env['PORTAL_URL'] ?? '')),
  mailbox: async ({ portal }, provide) => provide(new Mailbox(portal)),
  // oxlint-disable-next-line no-empty-pattern
  person: async ({}, provide) => provide(newPerson()),
  takeAccount: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const portal = new Portal(process.env['PORTAL_URL'] ?? '');
      const begin = (): Promise<Person> => {
        const account = createAccount(portal);
        account.catch(() => undefined); // The story that takes it fails.
        return account;
      };
      let next = begin();
      await provide(() => {
        const taken = next;
        next = begin();
        return taken;
      });
      await next.catch(() => undefined);
    },
    { scope: 'worker' },
  ],
  account: async ({ takeAccount }, provide) => provide(await takeAccount()),
  owner: async ({ portal, account, context }, provide) => {
    const session = await portal.signIn(account);
    await session.send(markSetupComplete);
    await takeSession(context, session);
    await provide({ ...account, session });
  },
  context: async ({ context }, provide) => {
    await watchFocus(context);
    const complaints: string[] = [];
    context.on('weberror', (error) => complaints.push(`page error: ${error.error().message}`));
    context.on('console', (message) => {
      // The browser itself logs a refusal that the story provokes; only the page's own messages count.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        complaints.push(`console: ${message.text()}`);
    });
    await provide(context);
    expect(complaints).toEqual([]);
  },
});

/** The same test, for stories of an owner's page that do not mention the owner. */
export const ownersTest = test.extend<{ signedInOwner: Owner }>({
  signedInOwner: [async ({ owner }, provide) => provide(owner), { auto: true }],
});

/** The value of a row of labels and values. */
export const rowIn = (place: Locator, label: string): Locator =>
  place.getByRole('term').filter({ hasText: label }).locator('+ dd');

/** Registers a new person by the portal's calls; no page is signed in yet. */
export async function createAccount(portal: Portal): Promise<Person> {
  const person = newPerson();
  const client = new PortalClient(portal.url);
  await client.send(requestRegistration, { body: person });
  const { code } = await new Mailbox(portal).newest(person.email);
  await client.send(verifyRegistration, { body: { email: person.email, verificationCode: code ?? '' } });
  return person;
}

/** Signs in all pages of a browser without the sign-in screens. */
export async function takeSession(context: BrowserContext, session: PortalClient): Promise<void> {
  await context.addCookies([
    {
      name: '__Host-session',
      value: /__Host-session=([^;]+)/.exec(session.cookie)?.[1] ?? '',
      url: session.url.replace('http:', 'https:'),
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    },
  ]);
}

/** Fills in and sends the registration form. */
export async function askToRegister(page: Page, person: Person): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('メールアドレス').fill(person.email);
  await page.getByLabel('ユーザー名').fill(person.username);
  await page.getByLabel('パスワード', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: '確認メールを送信' }).click();
}

/** Fills in and sends the registration form, and enters the mailed code. Ends on the home screen, signed in. */
export async function register(page: Page, mailbox: Mailbox, person: Person): Promise<void> {
  await askToRegister(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  const { code } = await mailbox.newest(person.email);
  await page.getByLabel('認証コード').fill(code ?? '');
  await page.getByRole('button', { name: '認証する' }).click();
  await expect(page).toHaveURL('/');
}

export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
}

/** Signs out by the sidebar, or on a phone by the profile. */
export async function signOut(page: Page): Promise<void> {
  const inSidebar = page.getByRole('complementary').getByRole('button', { name: 'ログアウト' });
  const profile = page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name: 'プロフィール' });
  await inSidebar.or(profile).filter({ visible: true }).first().waitFor();
  if (await inSidebar.isVisible()) {
    await inSidebar.click();
  } else {
    await profile.click();
    await page.getByRole('main').getByRole('button', { name: 'ログアウト' }).click();
  }
  // The address changes before the screen.
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/login');
}

/** Agrees to the terms and the privacy policy, each after scrolling to its end. Ends on the store form. */
export async function agreeToBoth(page: Page): Promise<void> {
  for (const [title, button] of [
    ['利用規約', '同意して次へ'],
    ['プライバシーポリシー', '同意して店舗情報の入力へ'],
  ] as const) {
    const text = page.getByRole('region', { name: title });
    await expect(page.getByRole('button', { name: button })).toBeDisabled();
    await text.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await page.getByRole('button', { name: button }).click();
  }
  await expect(page).toHaveURL(/\/stores\/new\/form/);
}

/** Fills in the shop's name, dealer code, address by its postal code, and phone. */
export async function fillShop(page: Page, storeName: string): Promise<void> {
  await page.getByLabel('店舗名').fill(storeName);
  await page.getByLabel('代理店コード').fill('123456');
  await page.getByLabel('お届け先のお名前').fill(storeName);
  await page.getByLabel('郵便番号').fill('1000001');
  await expect(page.getByText('住所を自動入力しました。')).toBeVisible();
  await expect(page.getByLabel('都道府県')).toHaveValue('東京都');
  const line1 = page.getByLabel('市区町村・番地');
  await line1.fill(`${await line1.inputValue()}1-1`);
  await page.getByLabel('電話番号').fill('0312345678');
}

export interface TestCard {
  number: string;
  expiry?: string;
  cvc?: string;
}

/** Types a card into the payment provider's frame. */
export async function fillCard(page: Page, { number, expiry = '12/34', cvc = '123' }: TestCard): Promise<void> {
  const frame = page.frameLocator('iframe[title*="カード"], iframe[title*="支払い"]').first();
  await frame.getByLabel('カード番号').fill(number);
  await frame.getByLabel('有効期限').fill(expiry);
  await frame.getByLabel(/セキュリティコード/).fill(cvc);
}

/** The bank's own page of 3-D Secure, over the portal's page. */
export const bankOf = (page: Page): FrameLocator => page.frameLocator('iframe[src*="/3ds/"]');

/**
 * On the payment method screen: types another card and saves it, with the bank's check if the card requires one. Ends
 * when the page confirms it.
 */
export async function changeCard(page: Page, number: string, bank?: '認証を完了する'): Promise<void> {
  await page.getByLabel('カード名義人').fill('HANAKO SATO');
  await fillCard(page, { number });
  await page.getByRole('button', { name: 'お支払い方法を更新' }).click();
  if (bank) await bankOf(page).getByRole('button', { name: bank }).click();
  await expect(page.getByText('お支払い方法を更新しました')).toBeVisible();
}

/**
 * Expects that no dialog is open any more and that the history has gone back: a dialog that closes takes its entry back
 * a moment later, which would abort a navigation that has just begun.
 */
export async function expectDialogsClosed(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.waitForFunction(() => !(history.state as { dialogs?: number } | null)?.dialogs);
}

/** The next request to an address that fits the pattern does its work, but its response is lost. */
export const loseResponse = (page: Page, address: string): Promise<unknown> =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
