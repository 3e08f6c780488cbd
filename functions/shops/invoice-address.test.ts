import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import type { Stripe } from 'stripe';
import { ensureCatalogue } from '#shared/catalogue';
import { createStripeEmulator } from '../../emulators/stripe/index';
import { Browser } from '#functions/testing/browser';
import { cutAt } from '#functions/testing/cut-off';
import { listNotices } from '#functions/testing/notices';
import { holdBack } from '#functions/testing/hold-back';
import { subscribedBody } from '#functions/testing/payment-services';
import { keepStripeKeys, stripeOf } from '#functions/testing/shops';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { limitTo } from '#functions/testing/limit-to';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { requestEmailChange, verifyEmailChange } from '#functions/accounts/calls';
import { cancelSubscription } from '#functions/endings/calls';
import { confirmInvoiceAddress, deleteShop } from './calls';
import { createShopWithSubscription } from '#functions/openings/calls';

const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
const bills = 'bills@example.jp';
let owner: TestUser;
let browser: Browser;

beforeEach(async () => {
  // The prices that an earlier test's container has kept have expired.
  services.clock.advance(2 * 60 * 60 * 1000);
  await keepStripeKeys();
  await ensureCatalogue(stripeOf(services));
  process.env['MAIL_FROM'] = 'no-reply@example.jp';
  const { TopicArn } = await new SNSClient({}).send(new CreateTopicCommand({ Name: 'staff' }));
  process.env['STAFF_TOPIC_ARN'] = TopicArn;
  owner = await services.createUser({ email: 'owner@example.jp' });
  browser = await signedIn(owner);
});

/** Opens a shop whose order names an address for invoices. */
async function open(email = bills, line2 = 'ビル2階') {
  const body = subscribedBody(undefined, line2);
  const order = { ...body, storeData: { ...body.storeData, email } };
  const response = await browser.post(createShopWithSubscription, order);
  expect(response.status).toBe(200);
  return response.body as { customerId: string; subscriptionId: string };
}
const mailsTo = (to: string) => services.messages.filter((message) => message.to === to);
/** The token of the newest mail to the invoice address. */
async function mailedToken(): Promise<string> {
  await doTasks({ sweep: false });
  return /confirm-invoice-address\?token=([\w-]+)/.exec(mailsTo(bills)[0]?.text ?? '')?.[1] ?? 'no mail';
}
const confirm = (token: string) => new Browser('198.51.100.44').post(confirmInvoiceAddress, { token });
const invoicesGoTo = async (customerId: string) =>
  ((await stripeOf(services).customers.retrieve(customerId)) as Stripe.Customer).email;
const used = { status: 400, body: { code: 'LINK_INVALID' } };

test('another address gets a mail with a link, and becomes the invoice address at its click, once', async () => {
  const { customerId } = await open();
  const token = await mailedToken();
  expect(mailsTo(bills)).toEqual([expect.objectContaining({ subject: '【レボナイザー】請求書の送付先の確認' })]);
  expect(mailsTo(bills)[0]?.text).not.toMatch(/青山|山田/);
  expect(await invoicesGoTo(customerId)).toBe(owner.email);

  expect((await confirm(token)).status).toBe(200);
  expect(await invoicesGoTo(customerId)).toBe(bills);
  await doTasks({ sweep: false });
  expect(mailsTo(owner.email)[0]).toMatchObject({ subject: '【レボナイザー】請求書の送付先が変更されました' });
  expect(await confirm(token)).toMatchObject(used);
});

test('the account’s own address, however it is written: no mail but that of the order', async () => {
  await open(' Owner@Example.JP ');
  await doTasks({ sweep: false });
  const mails = services.messages.filter(({ to }) => to.includes('@'));
  expect(mails.map(({ subject }) => subject)).toEqual(['【レボナイザー】お申し込みを受け付けました']);
});

test('neither the outbox nor the table has the token', async () => {
  await open();
  const before = JSON.stringify(await services.items('users'));
  const token = await mailedToken();
  expect(before + JSON.stringify(await services.items('users'))).not.toContain(token);
});

test('a link that is a week old, invented, or of a deleted shop: refused, nothing changes', async () => {
  const { customerId, subscriptionId } = await open();
  const token = await mailedToken();
  expect(await confirm('A'.repeat(43))).toMatchObject(used);
  const path = '/api';
  await browser.send(cancelSubscription, { method: 'POST', path, params: { id: subscriptionId } });
  expect((await browser.send(deleteShop, { method: 'DELETE', path, params: { customerId } })).status).toBe(200);
  expect(await confirm(token)).toMatchObject(used);

  const other = await open(bills, 'ビル3階');
  const late = await mailedToken();
  services.clock.advance(7 * 24 * 60 * 60 * 1000);
  expect(await confirm(late)).toMatchObject(used);
  expect(await invoicesGoTo(other.customerId)).toBe(owner.email);
});

test('Stripe is down at the click: 503, and the same link works later', async () => {
  const { customerId } = await open();
  const token = await mailedToken();
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  expect((await confirm(token)).status).toBe(503);
  services.clearFaults();
  expect((await confirm(token)).status).toBe(200);
  expect(await invoicesGoTo(customerId)).toBe(bills);
});

test('the account’s address changes: shops with a proven address keep it, the others follow', async () => {
  const kept = await open();
  expect((await confirm(await mailedToken())).status).toBe(200);
  const follows = await open(owner.email, 'ビル4階');
  await changeEmail('new@example.jp');
  expect(await invoicesGoTo(kept.customerId)).toBe(bills);
  expect(await invoicesGoTo(follows.customerId)).toBe('new@example.jp');
});

/** Changes the account's address to another one, with its code. */
async function changeEmail(to: string): Promise<void> {
  await browser.post(requestEmailChange, { newEmail: to });
  const verificationCode = services.newestCode(to);
  expect((await browser.post(verifyEmailChange, { verificationCode })).status).toBe(200);
  await doTasks({ sweep: false });
}

/** Changes the account's address while write number `count` of that waits until `other` is done; false without one. */
async function changeEmailBeside(to: string, count: number, other: () => Promise<unknown>): Promise<boolean> {
  const hold = holdBack(services, count, 'VerifyUserAttribute');
  const changing = changeEmail(to);
  const write = hold(changing);
  if (!(await write.reached)) return false;
  await other();
  write.release();
  await changing;
  services.clearFaults();
  return true;
}

/** Signs another owner in, later: one who changes the address often, or a recipient of many mails, is refused. */
async function becomeOwner(email: string): Promise<void> {
  services.clock.advance(16 * 60 * 1000);
  owner = await services.createUser({ email });
  browser = await signedIn(owner);
}

test('an invoice address is proven during any write of a changed account: invoices go to it', async () => {
  let held = 0;
  for (; ; held += 1) {
    await becomeOwner(`owner-${held}@example.jp`);
    const shop = await open();
    const token = await mailedToken();
    if (!(await changeEmailBeside(`new-${held}@example.jp`, held, () => confirm(token)))) break;
    expect(await invoicesGoTo(shop.customerId)).toBe(bills);
  }
  expect(held).toBeGreaterThan(3);
});

test('a shop is opened during any write of a changed account: its invoices go to the new address', async () => {
  let held = 0;
  for (; ; held += 1) {
    await becomeOwner(`owner-${held}@example.jp`);
    const to = `new-${held}@example.jp`;
    let customerId = '';
    const opening = async () => void ({ customerId } = await open(owner.email));
    if (!(await changeEmailBeside(to, held, opening))) break;
    expect(await invoicesGoTo(customerId)).toBe(to);
  }
  expect(held).toBeGreaterThan(3);
});

test.each(['down', 'lost'] as const)(
  'the click is cut off at a write, %s, and repeated: the owner is told',
  async (fault) => {
    let nth = 0;
    for (; ; nth += 1) {
      await becomeOwner(`owner-${nth}@example.jp`);
      const { customerId } = await open();
      const token = await mailedToken();
      const wasCut = cutAt(services, nth, fault);
      await confirm(token);
      services.clearFaults();
      if (!wasCut()) break;
      await confirm(token);
      expect([nth, await invoicesGoTo(customerId)]).toEqual([nth, bills]);
      const told = (await listNotices()).filter(
        ({ kind, to }) => kind === 'invoice-address-changed' && to === owner.email,
      );
      expect([nth, told.length]).toEqual([nth, 1]);
    }
    expect(nth).toBeGreaterThan(3);
  },
);

test('too many orders name one address: five mails in 15 minutes, and no order fails', async () => {
  for (let floor = 1; floor <= 7; floor += 1) {
    const { subscriptionId } = await open(bills, `ビル${floor}階`);
    await browser.send(cancelSubscription, { method: 'POST', path: '/api', params: { id: subscriptionId } });
  }
  await doTasks({ sweep: false });
  expect(mailsTo(bills)).toHaveLength(5);
});

test('two orders of one network name two addresses, where one mail is allowed: the second gets none', async () => {
  limitTo({ mail: { network: ['1/15m'] } });
  await open('first@strangers.example');
  await open('second@strangers.example', 'ビル3階');
  await doTasks({ sweep: false });
  const strangers = services.messages.map(({ to }) => to).filter((to) => to.endsWith('@strangers.example'));
  expect(strangers).toEqual(['first@strangers.example']);
});

test('the mail cannot be kept: the shop is open, invoices go to the account’s own address', async () => {
  services.inject((service, operation, request) =>
    service === 'dynamodb' && operation === 'PutItem' && request.body.includes('invoice-address') ? 'down' : 'pass',
  );
  const { customerId } = await open();
  services.clearFaults();
  await doTasks({ sweep: false });
  expect(mailsTo(bills)).toEqual([]);
  expect(await invoicesGoTo(customerId)).toBe(owner.email);
});
