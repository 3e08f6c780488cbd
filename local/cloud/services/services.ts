import { defaultAppIds, recordApps } from '#shared/model/record-system';
import type { LocalClock } from '../../clock';
import { createCognitoEmulator } from '../../cognito/create-cognito-emulator';
import { createDynamoDbEmulator, type DynamoDbEmulator } from '../../dynamodb/create-dynamodb-emulator';
import type { Outbox } from '../../outbox';
import { createPostalEmulator } from '../../postal/create-postal-emulator';
import { createRecordsEmulator } from '../../records/create-records-emulator';
import { createSesEmulator } from '../../ses/create-ses-emulator';
import { createSecretsEmulator } from '../../secrets/create-secrets-emulator';
import { createSnsEmulator } from '../../sns/create-sns-emulator';
import { createStripeJsAssets } from '../../stripe-js/create-stripe-js-assets';
import { createStripeEmulator, type StripeEmulator } from '../../stripe/create-stripe-emulator';
import { serve, type Emulator, type Intercept, type Served } from '../../wire';
import { frontOf, type FrontOptions } from './front';
import type { Outside } from './outside';
import { serviceNames, type ServiceName } from './service-name';

export interface ServicesOptions extends FrontOptions {
  clock: LocalClock;
  /** A file or folder of the data folder. */
  path: (...parts: string[]) => string;
  outside: Outside;
  outbox: Outbox;
  invokeTrigger: (functionArn: string, event: unknown) => Promise<unknown>;
  webhook: () => { url: string; secret: string } | undefined;
  /** Where the Stripe emulator's pages of invoices are opened. */
  stripePages: string;
}

/** The outside services as this cloud sees them: each embedded and served on a port of its own, or a real one. */
export interface Services {
  urls: Record<ServiceName, string>;
  /** Where the browser loads Stripe.js from; undefined means Stripe itself. */
  stripeJsUrl: string | undefined;
  /** The lookup as the browser calls it, with `?zipcode=`. */
  postalLookupUrl: string;
  /** Embedded ones only. */
  dynamodb: DynamoDbEmulator | undefined;
  stripe: StripeEmulator | undefined;
  /** Forgets everything that embedded services keep. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Kintone's apps by number, as the functions' settings number them. */
const apps = Object.fromEntries(
  Object.entries(defaultAppIds).map(([key, id]) => [id, recordApps[key as keyof typeof recordApps]]),
);

async function createEmulators(options: ServicesOptions, urls: Partial<Record<ServiceName, string>>) {
  const { clock, path, outside, outbox, invokeTrigger, webhook, stripePages } = options;
  const journal = (name: string) => ({ clock, journalPath: path(`${name}.journal`) });
  const { secretKey, publishableKey } = outside.stripe;
  const embedded = async <T>(service: ServiceName, create: () => Promise<T>): Promise<T | undefined> =>
    outside.urls[service] === undefined ? create() : undefined;
  const [dynamodb, cognito, sns, ses, secrets, stripe, records, postal] = await Promise.all([
    embedded('dynamodb', () => createDynamoDbEmulator({ clock, folder: path('dynamodb') })),
    embedded('cognito', () => createCognitoEmulator({ ...journal('cognito'), outbox, invokeTrigger })),
    embedded('sns', () => createSnsEmulator({ ...journal('sns'), outbox })),
    embedded('ses', () => createSesEmulator({ outbox })),
    embedded('secrets', () => createSecretsEmulator(journal('secrets'))),
    embedded('stripe', () =>
      createStripeEmulator({
        ...journal('stripe'),
        secretKey,
        publishableKey,
        webhook,
        publicUrl: () => urls.stripe ?? '',
        pagesUrl: () => stripePages,
      }),
    ),
    embedded('records', () =>
      createRecordsEmulator({ ...journal('records'), apiToken: outside.kintoneApiToken, apps }),
    ),
    embedded('postal', () => Promise.resolve(createPostalEmulator())),
  ]);
  return { dynamodb, cognito, sns, ses, secrets, stripe, records, postal };
}

/** Stripe.js and its frames come from the emulator's own port; they are files, no operations. */
async function withStripeJs(intercept: Intercept): Promise<Intercept> {
  const assets = await createStripeJsAssets();
  return async (request, next) => assets(request) ?? intercept(request, next);
}

const postalPath = '/api/search';

/** The lookup answers at the service's bare address too. */
const withBareQuery =
  (intercept: Intercept): Intercept =>
  (request, next) =>
    intercept({ ...request, url: request.url.replace(/^\/(?=\?|$)/, postalPath) }, next);

export async function startServices(options: ServicesOptions): Promise<Services> {
  const { outside } = options;
  const urls: Partial<Record<ServiceName, string>> = { ...outside.urls };
  const emulators = await createEmulators(options, urls);
  const served: Served[] = [];
  for (const service of serviceNames) {
    const emulator: Emulator | undefined = emulators[service];
    if (!emulator) continue;
    const front = frontOf(service, emulator, options);
    const one = await serve(emulator, {
      intercept: service === 'stripe' ? await withStripeJs(front) : service === 'postal' ? withBareQuery(front) : front,
    });
    served.push(one);
    urls[service] = one.url;
  }
  const embedded = Object.values(emulators).filter((one) => one !== undefined);
  const jsUrl = emulators.stripe ? `${urls.stripe}/stripe.js` : outside.stripe.jsUrl;
  return {
    urls: urls as Record<ServiceName, string>,
    stripeJsUrl: jsUrl,
    postalLookupUrl: outside.urls.postal ?? `${urls.postal}${postalPath}`,
    dynamodb: emulators.dynamodb,
    stripe: emulators.stripe,
    reset: async () => void (await Promise.all(embedded.map((one) => one.reset()))),
    close: async () => {
      await Promise.all(served.map((one) => one.close()));
      await Promise.all(embedded.map((one) => one.close()));
    },
  };
}
