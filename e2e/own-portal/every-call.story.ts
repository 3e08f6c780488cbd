import {
  getUser,
  requestEmailChange,
  resendEmailChange,
  updateProfile,
  verifyEmailChange,
} from '#shared/contract/account';
import { deleteUser } from '#shared/contract/account';
import { getMasterPassword } from '#shared/contract/admin';
import * as auth from '#shared/contract/auth';
import * as billing from '#shared/contract/billing';
import { returnDevice } from '#shared/contract/device';
import { issueReceipt, listDocuments } from '#shared/contract/document';
import { listMovements, markSent, withdrawMovement } from '#shared/contract/movement';
import { reportClientError } from '#shared/contract/platform';
import { confirmPassword } from '#shared/contract/security';
import { confirmInvoiceAddress } from '#shared/contract/shop';
import { PortalClient } from '../../local/portal-client';
import { newPhone } from '../testing/accounts';
import { mirror, shipDevices } from '../testing/devices';
import type { Portal } from '../testing/portal';
import { sampleBodies } from '../testing/samples';
import { makeShop, paidInvoice, shopsOf, stripeOf } from '../testing/shops';
import { createAccount, expect, type Mailbox } from '../testing/story';
import { test } from './own-portal';

/*
 * The calls and tasks that no other story has succeed, over the running portal: what follows from an interruption, a
 * link, an older path (e2e/testing/walked.ts).
 */

/** Lets one operation of a service fail while `work` runs, and time pass until what is left to tasks is done. */
async function cutOff(portal: Portal, service: string, operation: string, work: () => Promise<unknown>): Promise<void> {
  await portal.local('faults', { service, mode: 'down', operation });
  try {
    await work();
  } finally {
    await portal.local('faults', undefined, 'DELETE');
  }
  await portal.local('clock', { advance: '10m' });
}

const tokenIn = (link: string | null): string => new URL(link ?? '').searchParams.get('token') ?? '';

/** The token of the newest mail's link, and the digits in it. */
const newest = async (mailbox: Mailbox, to: string) => {
  const { code, link } = await mailbox.newest(to);
  return { code: code ?? '', token: link === null ? '' : tokenIn(link) };
};

test('registering by the older path and a late link of a reset', async ({ portal, mailbox, person }) => {
  const client = new PortalClient(portal.url);
  const { email, password } = person;
  await client.send(auth.register, { body: person });
  const first = await newest(mailbox, email);
  await client.send(auth.resendVerification, { body: { email } });
  await expect(async () => expect((await newest(mailbox, email)).code).not.toBe(first.code)).toPass();
  const { code: verificationCode } = await newest(mailbox, email);
  await client.send(auth.verifyRegistration, { body: { email, verificationCode } });
  await client.send(confirmPassword, { body: { password } });
  await client.send(auth.logout);
  const before = await mailbox.messages(email);
  await cutOff(portal, 'cognito', 'ForgotPassword', () => client.send(auth.requestReset, { body: { email } }));
  const { link } = await mailbox.newest(email, before);
  const changed = `${password}-2`;
  await client.send(auth.resetPassword, { body: { token: tokenIn(link), password: changed } });
  await portal.signIn({ email, password: changed });
  await client.send(reportClientError, { body: sampleBodies['report-client-error'] });
});

test('a number, an address and a deletion that were cut off are finished', async ({ portal, mailbox }) => {
  const account = await createAccount(portal);
  const session = await portal.signIn(account);
  const shop = await makeShop(portal, session, { name: '青山店', devices: 1 });
  const newEmail = `new-${account.email}`;
  await session.send(requestEmailChange, { body: { newEmail } });
  const first = await newest(mailbox, newEmail);
  await session.send(resendEmailChange, { body: { newEmail } });
  await expect(async () => expect((await newest(mailbox, newEmail)).code).not.toBe(first.code)).toPass();
  const { code: verificationCode } = await newest(mailbox, newEmail);
  const code = { body: { verificationCode } };
  await cutOff(portal, 'cognito', 'VerifyUserAttribute', () =>
    expect(session.send(verifyEmailChange, code)).rejects.toThrow('503'),
  );
  const back = await portal.signIn(account);
  await cutOff(portal, 'stripe', 'POST /v1/customers/{customer}', () => back.send(verifyEmailChange, code));
  const stripe = await stripeOf(portal);
  expect(await stripe.customers.retrieve(shop.customerId)).toMatchObject({ email: newEmail });

  const other = await createAccount(portal);
  const leaving = await portal.signIn(other);
  const number = { body: { phoneNumber: newPhone() } };
  await cutOff(portal, 'cognito', 'AdminUpdateUserAttributes', () =>
    expect(leaving.send(updateProfile, number)).rejects.toThrow('503'),
  );
  const again = await portal.signIn(other);
  await cutOff(portal, 'cognito', 'AdminDeleteUser', () =>
    expect(again.send(deleteUser, { body: { password: other.password } })).rejects.toThrow('503'),
  );
  await expect(portal.signIn(other)).rejects.toThrow('WRONG_CREDENTIALS');
});

test('a shop: its bills by the link of another address, its details, a receipt, returns', async ({
  portal,
  mailbox,
}) => {
  const owner = await portal.signIn(await createAccount(portal));
  const books = `books-${crypto.randomUUID().slice(0, 8)}@example.jp`;
  const state = 'active';
  const shop = await makeShop(portal, owner, { name: '青山店', devices: 3, state, email: books });
  const { customerId, subscriptionId } = shop;
  await owner.send(confirmInvoiceAddress, { body: { token: (await newest(mailbox, books)).token } });
  const stripe = await stripeOf(portal);
  expect(await stripe.customers.retrieve(customerId)).toMatchObject({ email: books });
  await owner.send(billing.updateShop, { params: { customerId }, body: sampleBodies['update-shop'] });
  await owner.send(billing.validatePromoCode, { body: { promoCode: 'OZONE10' } });
  const [record] = await shopsOf(owner);
  const itemId = record?.subscriptions[0]?.items[0]?.subscription_item_id ?? '';
  await owner.send(billing.getItemPrice, { params: { itemId } });
  await expect(async () => {
    const { documents } = await owner.send(listDocuments, { query: {} });
    // The trial's invoice of 0 yen can be of the same second.
    const { id = '' } = documents.find(({ amount }) => amount > 0) ?? {};
    await owner.send(issueReceipt, { params: { id }, body: sampleBodies['issue-receipt'] });
  }).toPass();

  const serials = await shipDevices(await portal.staff(), shop, {}, {});
  await mirror({ owner });
  for (const [index, serialNumber] of serials.entries())
    await owner.send(returnDevice, {
      body: { serialNumber, stripeSubscriptionId: subscriptionId, reason: '台数削減', alsoReduce: index === 0 },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  const collecting = async () =>
    (await owner.send(listMovements, { params: { id: customerId } })).movements.filter(
      ({ kind }) => kind === 'collect',
    );
  const movements = await collecting();
  const one = movements.find(({ lowers }) => lowers !== null);
  const other = movements.find(({ lowers }) => lowers === null);
  await owner.send(markSent, { params: { id: one?.id ?? '' }, body: sampleBodies['mark-sent'] });
  await owner.send(withdrawMovement, { params: { id: other?.id ?? '' } });
  const { payment } = await paidInvoice(stripe, customerId);
  await stripe.refunds.create({ payment_intent: payment, amount: 1_000 });
  await portal.local('clock', { advance: '1s' });
  // Each return is looked at once more (functions/requests/return-device.ts), and the refund lacks its credit note.
  await portal.local('clock', { advance: '2h' });
});

test('an increase is paid while Stripe takes no more changes: the rest of it follows within the hour', async ({
  portal,
}) => {
  const owner = await portal.signIn(await createAccount(portal));
  const otherProduct = { name: '点検', unitAmount: 3300 };
  const { customerId, subscriptionId } = await makeShop(portal, owner, {
    name: '青山店',
    devices: 2,
    state: 'active',
    otherProduct,
  });
  const stripe = await stripeOf(portal);
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  const extra = items.data.at(-1)?.id ?? '';
  const { id: card } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customerId });
  await stripe.subscriptions.update(subscriptionId, { default_payment_method: card });
  // As the staff might: with the added product 199 of the 200 changes of an hour (docs.stripe.com/rate-limits).
  for (let change = 0; change < 198; change += 1)
    await stripe.subscriptions.update(subscriptionId, {
      items: [{ id: extra, quantity: 2 - (change % 2) }],
      proration_behavior: 'none',
    });
  const { charge } = await owner.send(billing.changeQuantities, {
    params: { id: subscriptionId },
    body: { quantities: { [extra]: 0 }, total: 3 },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  if (charge.status !== 'requires_action') throw new Error(`The charge was ${charge.status}`);
  const { next_action: action } = await stripe.paymentIntents.retrieve(charge.clientSecret.split('_secret_')[0] ?? '');
  // The card's holder presses the button of the bank's page.
  const bank = String(action?.use_stripe_sdk?.['stripe_js']);
  await fetch(bank, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) });
  // Stripe's event comes within the hour, and is refused; what is left comes after it.
  await portal.local('clock', { advance: '1s' });
  await portal.local('clock', { advance: '2h' });
  const quantities = (await stripe.subscriptions.retrieve(subscriptionId)).items.data.map(({ quantity }) => quantity);
  expect([quantities.slice(0, 2), quantities.slice(2).filter(Boolean)]).toEqual([[1, 2], []]);
});

test('an administrator’s sign-in as a user, by the older path of the password, ends after an hour', async ({
  portal,
}) => {
  const { email } = await createAccount(portal);
  const admin = await portal.signIn(await portal.demo('admin'));
  const { masterPassword } = await admin.send(getMasterPassword);
  const acting = await portal.signIn({ email, password: masterPassword });
  expect((await acting.send(getUser)).user.impersonation).toBeDefined();
  await portal.local('clock', { advance: '61m' });
  await expect(acting.send(getUser)).rejects.toThrow('NOT_SIGNED_IN');
});
