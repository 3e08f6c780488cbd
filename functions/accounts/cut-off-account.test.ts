import { deleteItem } from '#functions/platform/dynamodb/items';
import { ownerOf } from '#functions/shops/shops-table';
import { takeOverWrites } from '#functions/shops/take-over';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import {
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { changeProfile } from './profiles-table';
import { createStripeEmulator } from '../../emulators/stripe/index';
import { listNotices } from '#functions/testing/notices';
import { Browser } from '#functions/testing/browser';
import { atEachWrite, cutAt } from '#functions/testing/cut-off';
import { giveShop, keepStripeKeys, stripeOf } from '#functions/testing/shops';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import { testServices } from '#functions/testing/test-services';
import { login } from '#functions/sign-in/calls';
import {
  deleteUser,
  getUser,
  requestEmailChange as request,
  requestRegistration,
  updateProfile,
  verifyEmailChange as verify,
  verifyRegistration,
} from './calls';

/** A call is cut off at each of its writes, before or after the write takes place; then the schedule runs. */
const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
beforeEach(() => keepStripeKeys());

/** What the schedule does within the next minutes. */
async function settle(): Promise<void> {
  services.clock.advance(180_000);
  await doAccountTasks();
}

const signsIn = async (email: string, password: string) =>
  (await new Browser().post(login, { email, password })).status === 200;
const profileOf = async (browser: Browser) =>
  (await browser.get(getUser)).body['user'] as { email: string; phoneNumber?: string };

describe.each(['down', 'lost'] as const)('each write %s', (fault) => {
  test('an e-mail change: one address signs in, is shown and gets the bills; the former one is told', async () => {
    const writes = await atEachWrite(services, fault, settle, async (owner, nth) => {
      const newEmail = `new-${nth}@example.jp`;
      const { id } = await stripeOf(services).customers.create({ email: owner.email, name: '青山店' });
      await giveShop(owner.userId, id);
      const browser = await signedIn(owner);
      expect((await browser.post(request, { newEmail })).status).toBe(200);
      const verificationCode = services.newestCode(newEmail);
      return {
        send: () => browser.post(verify, { verificationCode }),
        check: async () => {
          const inForce = [];
          for (const email of [owner.email, newEmail]) if (await signsIn(email, owner.password)) inForce.push(email);
          expect(inForce).toHaveLength(1);
          expect((await profileOf(await signedIn({ ...owner, email: inForce[0] ?? '' }))).email).toBe(inForce[0]);
          expect(await stripeOf(services).customers.retrieve(id)).toMatchObject({ email: inForce[0] });
          const told = (await listNotices()).filter(({ kind, to }) => kind === 'email-changed' && to === owner.email);
          expect(told).toHaveLength(inForce[0] === newEmail ? 1 : 0);
        },
      };
    });
    expect(writes).toBeGreaterThan(4);
  });

  test('a deletion: nobody signs in, the owner is told, the audit record alone is left; or all works', async () => {
    const writes = await atEachWrite(services, fault, settle, async (owner) => {
      const browser = await signedIn(owner);
      return {
        send: () => browser.delete(deleteUser, { body: { password: owner.password } }),
        check: async () => {
          const works = await signsIn(owner.email, owner.password);
          const left = (await services.items('users')).filter(
            ({ pk, sk }) => pk === `USER#${owner.userId}` && sk !== 'PROFILE',
          );
          if (works) expect((await profileOf(await signedIn(owner))).email).toBe(owner.email);
          else expect(left).toEqual([]);
          const told = (await listNotices()).filter(({ kind, to }) => kind === 'account-deleted' && to === owner.email);
          expect(told.length > 0).toBe(!works);
          const recorded = (await services.items('audit')).filter(({ userId }) => userId === owner.userId);
          expect(recorded).toHaveLength(works ? 0 : 1);
        },
      };
    });
    expect(writes).toBeGreaterThan(4);
  });

  test('a new number: its owner is told if Cognito took it, and the next try sets it', async () => {
    const writes = await atEachWrite(services, fault, settle, async (owner) => {
      const browser = await signedIn(owner);
      const send = (from = browser) => from.put(updateProfile, { phoneNumber: '0312345678' });
      return {
        send,
        check: async () => {
          const again = await signedIn(owner);
          const changed = (await profileOf(again)).phoneNumber !== undefined;
          const told = (await listNotices()).filter(({ kind, to }) => kind === 'phone-changed' && to === owner.email);
          expect(told.length > 0).toBe(changed);
          expect((await send(again)).status).toBe(200);
          expect(await profileOf(again)).toMatchObject({ phoneNumber: '0312345678' });
        },
      };
    });
    expect(writes).toBeGreaterThan(1);
  });
});

/** An owner whose change of the address waits for its code. */
async function changing() {
  const owner = await services.createUser({ email: 'owner@example.jp' });
  const browser = await signedIn(owner);
  expect((await browser.post(request, { newEmail: 'new@example.jp' })).status).toBe(200);
  const verificationCode = services.newestCode('new@example.jp');
  return { owner, confirm: () => browser.post(verify, { verificationCode }) };
}

test('an e-mail change is cut off after Cognito, and the new address signs in: the former one is told', async () => {
  const { owner, confirm } = await changing();
  let done = false;
  services.inject((service, operation) => {
    done ||= operation === 'VerifyUserAttribute';
    return service === 'dynamodb' && done ? 'down' : 'pass';
  });
  expect((await confirm()).status).toBe(503);
  services.clearFaults();
  await signedIn({ ...owner, email: 'new@example.jp' });
  await settle();
  expect(await listNotices()).toEqual([expect.objectContaining({ kind: 'email-changed', to: owner.email })]);
});

test('staff change the address in Cognito: at the next sign-in the bills follow, the former one is told', async () => {
  const owner = await services.createUser({ email: 'owner@example.jp' });
  await signedIn(owner);
  const { id } = await stripeOf(services).customers.create({ email: owner.email, name: '青山店' });
  await giveShop(owner.userId, id);
  await changeProfile(owner.userId, { mailsFail: true });
  const UserAttributes = [
    { Name: 'email', Value: 'new@example.jp' },
    { Name: 'email_verified', Value: 'true' },
  ];
  const user = { UserPoolId: process.env['USER_POOL_ID'], Username: owner.email, UserAttributes };
  await new CognitoIdentityProviderClient({}).send(new AdminUpdateUserAttributesCommand(user));
  const browser = await signedIn({ ...owner, email: 'new@example.jp' });
  await signedIn({ ...owner, email: 'new@example.jp' });
  await settle();
  expect(await stripeOf(services).customers.retrieve(id)).toMatchObject({ email: 'new@example.jp' });
  expect(await listNotices()).toEqual([expect.objectContaining({ kind: 'email-changed', to: owner.email })]);
  expect(await profileOf(browser)).not.toHaveProperty('mailsFail');
});

/** A customer at Stripe from before the portal, whose invoices go to an address. */
async function rentingCustomer(email: string): Promise<string> {
  const stripe = stripeOf(services);
  const { id: customer } = await stripe.customers.create({ email, name: '青山店' });
  const { id: product } = await stripe.products.create({ name: 'Revonizer' });
  const monthly = { currency: 'jpy', unit_amount: 9_900, product, recurring: { interval: 'month' } } as const;
  const { id: price } = await stripe.prices.create(monthly);
  await stripe.subscriptions.create({ customer, items: [{ price }], trial_period_days: 35 });
  return customer;
}

test.each(['down', 'lost'] as const)(
  'a registration is cut off at a write, %s, and its code sent again: the customer of its address becomes its shop',
  async (fault) => {
    let proven = 0;
    for (let nth = 0; ; nth += 1) {
      const registered = { email: `new-${nth}@example.jp`, username: '新しい人', password: 'correct horse' };
      const customer = await rentingCustomer(registered.email);
      const browser = new Browser();
      await browser.post(requestRegistration, registered);
      const body = { email: registered.email, verificationCode: services.newestCode(registered.email) };
      const wasCut = cutAt(services, nth, fault);
      await browser.post(verifyRegistration, body);
      services.clearFaults();
      if (!wasCut()) break;
      await browser.post(verifyRegistration, body);
      for (let run = 0; run < 2; run += 1) await settle();
      // Cognito has confirmed the code, and that could not be noted: then nothing proves the address.
      const unproven = (await services.items('users')).filter(
        ({ pk, email, proved }) => String(pk).startsWith('REGISTRATION#') && email === registered.email && !proved,
      );
      if (unproven.length > 0) continue;
      proven += 1;
      const userId = (await browser.get(getUser)).body['user'] as { id: string } | undefined;
      const signedUp = userId ?? (await profileOf(await signedIn(registered)));
      expect([nth, await ownerOf(customer)]).toEqual([nth, (signedUp as { id: string }).id]);
    }
    expect(proven).toBeGreaterThan(5);
  },
);

test('Stripe is down from a registration until the account is deleted: its customer stays nobody’s', async () => {
  const owner = await services.createUser({ email: 'owner@example.jp' });
  const browser = await signedIn(owner);
  const customer = await rentingCustomer(owner.email);
  await writeAll(takeOverWrites({ userId: owner.userId, email: owner.email }));
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  expect((await doAccountTasks()).left).toEqual(['take-over']);
  expect((await browser.delete(deleteUser, { body: { password: owner.password } })).status).toBe(200);
  services.clearFaults();
  services.clock.advance(3_600_000);
  // DynamoDB removes the tombstone after its time.
  await deleteItem('users', { pk: `USER#${owner.userId}`, sk: 'PROFILE' });
  await doAccountTasks();
  expect(await ownerOf(customer)).toBeUndefined();
});
