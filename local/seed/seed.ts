import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type Stripe from 'stripe';
import type { SeedContext } from '../cloud/core/options';
import type { CallName } from '#shared/contract/index';
import { listDevices } from '#shared/contract/device';
import { ensureCatalogue } from '#shared/catalogue';
import { addDemoRecords, demoRecords, type DemoRental } from '../kintone/demo-records';
import { staffAuth } from '#emulators/kintone';
import { ownersShops } from './demo-shops';
import { makeChain } from './make-chain';
import { makeDeviceRequests } from './make-device-requests';
import { isThere, makeBoughtDevice, makeMovements } from './make-movements';
import { demoPeople, makeImpersonation, makePeople, type DemoPerson, type Registering } from './make-people';
import { makePromotionCodes } from './make-promotion-codes';
import { openShop } from './open-shop';
import { markSetupComplete } from '#shared/contract/account';
import type { PortalClient } from '../portal-client';
import type { SignIn } from '../cloud/state/state-file';
import { stripeAt } from '../stripe-client';
import { Staff } from '../kintone/staff';

async function makeCatalogue(stripe: Stripe, now: () => number): Promise<void> {
  await ensureCatalogue(stripe, { dryRun: false });
  await makePromotionCodes(stripe, now);
}

/** Jobs that the demo data run; one without a schedule fails the start. */
type Job = 'read-missed-events' | 'mirror-devices' | 'mirror-repairs';

/** What the demo data call once registrations were asked for, in this order. */
const calledNext: readonly (CallName | Job)[] = [
  'verify-registration',
  'login',
  'create-shop-only',
  'create-shop-with-subscription',
  'make-master-password',
  'create-subscription',
  'logout',
  'mark-setup-complete',
  'read-missed-events',
  'mirror-devices',
  'mirror-repairs',
  'list-devices',
  'return-device',
  'request-exchange',
  'request-repair',
];

/** Those whose shops are opened, and the one who impersonates, are registered first. */
const isWaitedFor = ({ as }: DemoPerson): boolean => as === 'owner' || as === 'chain' || as === 'admin';

/** What the steps of the demo data share. */
interface Seeding {
  context: SeedContext;
  stripe: Stripe;
  people: ReadonlyMap<SignIn['as'], Registering>;
}

function personOf({ people }: Seeding, who: SignIn['as']): Registering {
  const found = people.get(who);
  if (!found) throw new Error(`The demo data has nobody who is "${who}"`);
  return found;
}

const emailOf = (who: SignIn['as']): string => demoPeople.find(({ as }) => as === who)?.email ?? '';

/** Opens the owner's shops, one after another; returns what is rented. */
async function openOwnersShops({ context, stripe }: Seeding, owner: PortalClient): Promise<DemoRental[]> {
  const rentals: DemoRental[] = [];
  const email = emailOf('owner');
  for (const [index, shop] of ownersShops.entries()) {
    const wanted = { ...shop, email, idempotencyKey: `demo-shop-${index}-of-${email}` };
    const { subscriptionId } = await openShop(owner, stripe, wanted, (id) => context.giveUpPaymentsOf(id));
    const rented = isThere(shop.name) ? (shop.devices ?? 0) : 0;
    if (subscriptionId !== undefined) rentals.push({ subscriptionId, rented });
  }
  await owner.send(markSetupComplete);
  return rentals;
}

/** Opens the shops, and begins the subscriptions of the chain; returns what is rented. */
async function openShops(seeding: Seeding): Promise<DemoRental[]> {
  const { context, stripe } = seeding;
  const catalogue = makeCatalogue(stripe, context.now);
  const signedIn = async (who: SignIn['as']): Promise<PortalClient> => {
    const [session] = await Promise.all([personOf(seeding, who).session, catalogue]);
    return session;
  };
  const [owners, chains] = await Promise.all([
    signedIn('owner').then((owner) => openOwnersShops(seeding, owner)),
    context.leavesOutChain ? [] : signedIn('chain').then((chain) => makeChain(chain, emailOf('chain'), stripe)),
  ]);
  return [...owners, ...chains.slice(0, 3).map((subscriptionId) => ({ subscriptionId, rented: 2 }))];
}

/** Lets the jobs read the shops, and makes the devices, requests and movements of the rentals. */
async function makeDevices(seeding: Seeding, rentals: readonly DemoRental[]): Promise<void> {
  const { context } = seeding;
  const { ids, services, now } = context;
  const run = (job: Job): Promise<void> => context.runSchedule(job);
  await run('read-missed-events');
  const staff = new Staff(services.records, staffAuth(ids.kintoneApiToken));
  await addDemoRecords(staff, demoRecords({ rentals, now: now() }));
  await Promise.all([run('mirror-devices'), run('mirror-repairs'), context.settle()]);
  const owner = await personOf(seeding, 'owner').session;
  const shops = await owner.send(listDevices);
  await Promise.all([
    makeDeviceRequests(owner, staff, shops, () => context.settle()),
    makeMovements(staff, shops),
    makeBoughtDevice(staff, shops, now()),
  ]);
  await run('mirror-devices');
}

/** Fills an empty portal with demo data; returns the sign-ins. Runs once on an empty data folder, and after a reset. */
export async function seed(context: SeedContext): Promise<SignIn[]> {
  const { ids, services, portalUrl, now, inbox } = context;
  const stripe = stripeAt(services.stripe, ids.stripeSecretKey);
  const cognito = new CognitoIdentityProviderClient({
    region: ids.region,
    endpoint: services.cognito,
    credentials: { accessKeyId: 'seed', secretAccessKey: 'seed' },
  });
  const registering = {
    portalUrl,
    cognito,
    userPoolId: ids.userPoolId,
    clientId: ids.userPoolClientId,
    newestCode: (to: string) => inbox.find(to)[0]?.code ?? '',
    now,
  };
  const loading = context.load(calledNext);
  const people = makePeople(registering, [
    ...demoPeople.filter(isWaitedFor),
    ...demoPeople.filter((person) => !isWaitedFor(person)),
  ]);
  const seeding = { context, stripe, people };
  const responses = [...people.values()].map(({ response }) => response);
  // The impersonation signs in when the others have: a second copy of the sign-in would take longer to load.
  const first = [
    personOf(seeding, 'admin').signIn,
    ...demoPeople.filter(isWaitedFor).map(({ as }) => personOf(seeding, as).session),
  ];
  const [signIns] = await Promise.all([
    Promise.all(demoPeople.map(({ as }) => personOf(seeding, as).signIn)),
    openShops(seeding).then((rentals) => makeDevices(seeding, rentals)),
    Promise.all(first).then(() => makeImpersonation(portalUrl, emailOf('admin'), emailOf('owner'))),
    ...responses,
    loading,
  ]);
  cognito.destroy();
  return signIns;
}
