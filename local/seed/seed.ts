import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import Stripe from 'stripe';
import type { SeedContext } from '../cloud/seeding/seed-context';
import type { CallName } from '#shared/contract/index';
import { listDevices } from '#shared/contract/device';
import { ensureCatalogue } from '#shared/ensure-catalogue';
import { demoRecords } from '../records/demo-records';
import { seedRecords } from '../records/seed-records';
import { staffCredentials } from '../records/tokens';
import { demoPeople, type DemoPerson } from './demo-people';
import { largestShop, ownersShops } from './demo-shops';
import { makeChain } from './make-chain';
import { makeDeviceRequests } from './make-device-requests';
import { makeImpersonation } from './make-impersonation';
import { makeBoughtDevice, makeMovements } from './make-movements';
import { makePeople, type Registering } from './make-people';
import { makePromotionCodes } from './make-promotion-codes';
import { makeShops } from './make-shops';
import type { PortalClient } from '../portal-client';
import type { SignIn } from '../cloud/state/sign-in';
import { Staff } from './staff';

async function makeCatalogue(stripe: Stripe, now: () => number): Promise<void> {
  await ensureCatalogue(stripe, { dryRun: false });
  await makePromotionCodes(stripe, now);
}

/** Jobs that the demo data run; one without a schedule fails the start. */
type Job = 'read-missed-events' | 'mirror-devices' | 'mirror-repairs' | 'deliver-requests';

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
  'deliver-requests',
  'list-devices',
  'return-device',
  'request-exchange',
  'request-repair',
];

/** Those whose shops are opened, and the one who impersonates, are registered first. */
const isWaitedFor = ({ as }: DemoPerson): boolean => as === 'owner' || as === 'chain' || as === 'admin';

/** Fills an empty portal with demo data; returns the sign-ins. Runs once on an empty data folder, and after a reset. */
export async function seed(context: SeedContext): Promise<SignIn[]> {
  const { ids, services, portalUrl, clock, inbox } = context;
  const stripeUrl = new URL(services.stripe);
  const stripe = new Stripe(ids.stripeSecretKey, {
    protocol: stripeUrl.protocol === 'https:' ? 'https' : 'http',
    host: stripeUrl.hostname,
    port: stripeUrl.port,
  });
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
    now: () => clock.now(),
  };
  const loading = context.load(calledNext);
  const people = makePeople(registering, [
    ...demoPeople.filter(isWaitedFor),
    ...demoPeople.filter((person) => !isWaitedFor(person)),
  ]);
  const personOf = (who: SignIn['as']): Registering => {
    const found = people.get(who);
    if (!found) throw new Error(`The demo data has nobody who is "${who}"`);
    return found;
  };
  const emailOf = (who: SignIn['as']): string => demoPeople.find(({ as }) => as === who)?.email ?? '';
  const payments = { stripe, giveUpPaymentsOf: (id: string) => context.giveUpPaymentsOf(id) };
  const catalogue = makeCatalogue(stripe, () => clock.now());
  const signedIn = async (who: SignIn['as']): Promise<PortalClient> => {
    const [session] = await Promise.all([personOf(who).session, catalogue]);
    return session;
  };
  const [owner, signIns, ownersRentals, chainsSubscriptions] = await Promise.all([
    signedIn('owner'),
    Promise.all(demoPeople.map(({ as }) => personOf(as).signIn)),
    signedIn('owner').then((owner) => makeShops(payments, owner, emailOf('owner'), ownersShops)),
    context.leavesOutChain ? [] : signedIn('chain').then((chain) => makeChain(chain, emailOf('chain'), stripe)),
    Promise.all([...people.values()].map(({ response }) => response)),
    Promise.all([personOf('admin').signIn, personOf('owner').session]).then(() =>
      makeImpersonation(portalUrl, emailOf('admin'), emailOf('owner')),
    ),
  ]);
  cognito.destroy();
  const run = (job: Job): Promise<void> => context.runSchedule(job);
  await run('read-missed-events');
  const rentals = [
    ...ownersRentals.map(({ shop, subscriptionId }) => ({
      subscriptionId,
      rented: shop === largestShop ? largestShop.devices : 2,
    })),
    ...chainsSubscriptions.slice(0, 3).map((subscriptionId) => ({ subscriptionId, rented: 2 })),
  ];

  const recordSystem = { url: services.records, headers: staffCredentials(ids.kintoneApiToken) };
  await seedRecords({ ...recordSystem, records: demoRecords({ rentals, now: clock.now() }) });
  await Promise.all([run('mirror-devices'), run('mirror-repairs'), run('deliver-requests')]);
  // On a busy machine the record system may have been too slow for a movement: the staff act on all of them.
  await run('deliver-requests');
  const staff = new Staff(recordSystem);
  const shops = await owner.send(listDevices);
  await Promise.all([
    makeDeviceRequests(owner, staff, shops),
    makeMovements(staff, shops),
    makeBoughtDevice(staff, shops, clock.now()),
  ]);
  await Promise.all([run('mirror-devices'), loading]);
  return signIns;
}
