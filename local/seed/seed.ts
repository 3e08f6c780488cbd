import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import Stripe from 'stripe';
import type { SeedContext } from '../cloud/seeding/seed-context';
import { ensureCatalogue } from '#shared/ensure-catalogue';
import { demoRecords } from '../records/demo-records';
import { seedRecords } from '../records/seed-records';
import { staffCredentials } from '../records/tokens';
import { demoPeople } from './demo-people';
import { largestShop, ownersShops } from './demo-shops';
import { makeChain } from './make-chain';
import { makeDeviceRequests } from './make-device-requests';
import { makeImpersonation } from './make-impersonation';
import { makeBoughtDevice, makeMovements } from './make-movements';
import { makePeople } from './make-people';
import { makePromotionCodes } from './make-promotion-codes';
import { makeShops } from './make-shops';
import type { SignIn } from '../cloud/state/sign-in';
import { Staff } from './staff';

async function makeCatalogue(stripe: Stripe, now: number): Promise<void> {
  await ensureCatalogue(stripe, { dryRun: false });
  await makePromotionCodes(stripe, Math.floor(now / 1000));
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
  // A registration waits most of its time.
  const [{ signIns, owner, chain }] = await context.withoutWebhook(() =>
    Promise.all([makePeople(registering, demoPeople), makeCatalogue(stripe, clock.now())]),
  );
  cognito.destroy();

  const emailOf = (who: SignIn['as']): string => signIns.find(({ as }) => as === who)?.email ?? '';
  const payments = { stripe, giveUpPaymentsOf: (id: string) => context.giveUpPaymentsOf(id) };
  const [ownersRentals, chainsSubscriptions] = await context.withoutWebhook(() =>
    Promise.all([
      makeShops(payments, owner, emailOf('owner'), ownersShops),
      context.leavesOutChain ? [] : makeChain(chain, emailOf('chain'), stripe),
      makeImpersonation(portalUrl, emailOf('admin'), emailOf('owner')),
    ]),
  );
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
  await makeDeviceRequests(owner, staff);
  await makeMovements(owner, staff);
  await makeBoughtDevice(owner, staff, clock.now());
  await mirror();
  return signIns;
}
