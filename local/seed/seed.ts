import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import Stripe from 'stripe';
import type { SeedContext } from '../cloud/seeding/seed-context';
import { ensureCatalogue } from '#shared/ensure-catalogue';
import { demoRecords } from '../records/demo-records';
import { seedRecords } from '../records/seed-records';
import { demoPeople } from './demo-people';
import { makeDeviceRequests } from './make-device-requests';
import { makePeople } from './make-people';
import { makePromotionCodes } from './make-promotion-codes';
import { makeShops } from './make-shops';
import type { SignIn } from '../cloud/state/sign-in';
import { Staff } from './staff';

/** Fills an empty portal with demo data; returns the sign-ins. Runs once on an empty data folder, and after a reset. */
export async function seed(context: SeedContext): Promise<SignIn[]> {
  const { ids, services, portalUrl, clock, inbox } = context;
  const stripeUrl = new URL(services.stripe);
  const stripe = new Stripe(ids.stripeSecretKey, {
    protocol: stripeUrl.protocol === 'https:' ? 'https' : 'http',
    host: stripeUrl.hostname,
    port: stripeUrl.port,
  });
  await ensureCatalogue(stripe, { dryRun: false });
  await makePromotionCodes(stripe, Math.floor(clock.now() / 1000));

  const cognito = new CognitoIdentityProviderClient({
    region: ids.region,
    endpoint: services.cognito,
    credentials: { accessKeyId: 'seed', secretAccessKey: 'seed' },
  });
  const { signIns, owner } = await makePeople(
    {
      portalUrl,
      cognito,
      userPoolId: ids.userPoolId,
      clientId: ids.userPoolClientId,
      newestCode: (to) => inbox.find(to)[0]?.code ?? '',
      now: () => clock.now(),
    },
    demoPeople,
  );
  cognito.destroy();

  const ownerEmail = signIns.find(({ as }) => as === 'owner')?.email ?? '';
  const subscriptionIds = await makeShops(owner, ownerEmail, stripe);

  const recordSystem = { url: services.records, apiToken: ids.kintoneApiToken };
  await seedRecords({ ...recordSystem, records: demoRecords({ subscriptionIds, now: clock.now() }) });
  const mirror = () => Promise.all([context.runSchedule('mirror-devices'), context.runSchedule('mirror-repairs')]);
  await mirror();
  await makeDeviceRequests(owner, new Staff(recordSystem));
  await mirror();
  return signIns;
}
