import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import Stripe from 'stripe';
import type { SeedContext } from '../cloud/seeding/seed-context';
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
import { makePeople, type Registered } from './make-people';
import { makePromotionCodes } from './make-promotion-codes';
import { makeShops } from './make-shops';
import type { PortalClient } from '../portal-client';
import type { SignIn } from '../cloud/state/sign-in';
import { Staff } from './staff';

async function makeCatalogue(stripe: Stripe, now: number): Promise<void> {
  await ensureCatalogue(stripe, { dryRun: false });
  await makePromotionCodes(stripe, Math.floor(now / 1000));
}

/** What the demo data call once people are registered, in this order. */
const calledNext = [
  'verify-registration',
  'create-shop-only',
  'create-shop-with-subscription',
  'login',
  'make-master-password',
  'create-subscription',
  'logout',
  'mark-setup-complete',
  'read-missed-events',
  'mirror-devices',
  'mirror-repairs',
  'deliver-requests',
  'kintone-webhook',
  'list-devices',
  'list-movements',
  'return-device',
  'request-exchange',
  'request-repair',
] as const;

/** Those whose shops are opened, and the one who impersonates. */
const isWaitedFor = ({ as }: DemoPerson): boolean => as === 'owner' || as === 'chain' || as === 'admin';

function sessionOf(registered: readonly Registered[], who: SignIn['as']): PortalClient {
  const found = registered.find(({ signIn }) => signIn.as === who);
  if (!found) throw new Error(`The demo data has nobody who is "${who}"`);
  return found.session;
}

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
  // A registration waits most of its time, and takes a copy of its function: those without shops register later.
  const [waitedFor, others] = [demoPeople.filter(isWaitedFor), demoPeople.filter((person) => !isWaitedFor(person))];
  const loading = context.load(calledNext);
  const [registered] = await context.withoutWebhook(() =>
    Promise.all([makePeople(registering, waitedFor), makeCatalogue(stripe, clock.now())]),
  );
  const [owner, chain] = [sessionOf(registered, 'owner'), sessionOf(registered, 'chain')];
  const emailOf = (who: SignIn['as']): string => demoPeople.find(({ as }) => as === who)?.email ?? '';
  const payments = { stripe, giveUpPaymentsOf: (id: string) => context.giveUpPaymentsOf(id) };
  const [ownersRentals, chainsSubscriptions, registeredLater] = await context.withoutWebhook(() =>
    Promise.all([
      makeShops(payments, owner, emailOf('owner'), ownersShops),
      context.leavesOutChain ? [] : makeChain(chain, emailOf('chain'), stripe),
      makePeople(registering, others),
      makeImpersonation(portalUrl, emailOf('admin'), emailOf('owner')),
    ]),
  );
  cognito.destroy();
  await context.runSchedule('read-missed-events');
  const rentals = [
    ...ownersRentals.map(({ shop, subscriptionId }) => ({
      subscriptionId,
      rented: shop === largestShop ? largestShop.devices : 2,
    })),
    ...chainsSubscriptions.slice(0, 3).map((subscriptionId) => ({ subscriptionId, rented: 2 })),
  ];

  const recordSystem = { url: services.records, headers: staffCredentials(ids.kintoneApiToken) };
  await seedRecords({ ...recordSystem, records: demoRecords({ rentals, now: clock.now() }) });
  const mirror = () => Promise.all([context.runSchedule('mirror-devices'), context.runSchedule('mirror-repairs')]);
  await Promise.all([mirror(), context.runSchedule('deliver-requests')]);
  // On a busy machine the record system may have been too slow for a movement: the staff act on all of them.
  await context.runSchedule('deliver-requests');
  const staff = new Staff(recordSystem);
  const shops = await owner.send(listDevices);
  await Promise.all([
    makeDeviceRequests(owner, staff, shops),
    makeMovements(owner, staff, shops),
    makeBoughtDevice(staff, shops, clock.now()),
  ]);
  await Promise.all([mirror(), loading]);
  const signIns = [...registered, ...registeredLater].map(({ signIn }) => signIn);
  return demoPeople.flatMap(({ as }) => signIns.filter((one) => one.as === as));
}
