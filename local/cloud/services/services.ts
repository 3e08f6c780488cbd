import { createStripeJsAssets } from '#emulators/stripe';
import {
  serviceNames,
  services,
  type EmulatorContext,
  type EmulatorOf,
  type ServiceName,
} from '../../services/services';
import { type Intercept, serve, type Served } from '#emulators/platform';
import { frontOf, type FrontOptions } from './front';
import type { Outside } from './outside';

interface ServicesOptions
  extends FrontOptions, Pick<EmulatorContext, 'clock' | 'path' | 'outbox' | 'invokeTrigger' | 'recordsWebhook'> {
  outside: Outside;
  webhook: EmulatorContext['stripe']['webhook'];
  /** The address of the Stripe emulator's invoice pages. */
  stripePages: string;
  /** Moves the machine's clock, for Stripe's test clocks. */
  testClock: { advance(milliseconds: number): void };
}

/** The outside services of this cloud: each embedded and served on a port of its own, or a real one. */
export interface Services {
  urls: Record<ServiceName, string>;
  /** The address from which the browser loads Stripe.js; undefined means Stripe itself. */
  stripeJsUrl: string | undefined;
  /** The lookup's address for the browser, with `?zipcode=`. */
  postalLookupUrl: string;
  /** Undefined if a real service replaces it. */
  dynamodb: EmulatorOf<'dynamodb'> | undefined;
  stripe: EmulatorOf<'stripe'> | undefined;
  sqs: EmulatorOf<'sqs'> | undefined;
  /** Empties the embedded services. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

type Emulators = { [Name in ServiceName]?: EmulatorOf<Name> };

/** Makes an emulator for each service that is not outside. */
async function createEmulators(
  { outside, webhook, stripePages, testClock, ...options }: ServicesOptions,
  urls: Partial<Record<ServiceName, string>>,
): Promise<Emulators> {
  const { secretKey, publishableKey } = outside.stripe;
  const context: EmulatorContext = {
    ...options,
    stripe: {
      secretKey,
      publishableKey,
      webhook,
      publicUrl: () => urls.stripe ?? '',
      pagesUrl: () => stripePages,
      testClock,
    },
    secretOf: (accessKeyId) => options.access.secretOf(accessKeyId),
  };
  const embedded = serviceNames.filter((name) => outside.urls[name] === undefined);
  const made = await Promise.all(embedded.map(async (name) => [name, await services[name].create(context)] as const));
  return Object.fromEntries(made);
}

/**
 * Stripe.js and its frames are served from the emulator's own port; they are files, not operations. They are bundled
 * while the other services start; the first request waits for them.
 */
function withStripeJs(intercept: Intercept): Intercept {
  const assets = createStripeJsAssets();
  return async (request, next) => (await assets)(request) ?? intercept(request, next);
}

const postalPath = '/api/search';

/** The lookup also works at the service's bare address. */
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
    const emulator = emulators[service];
    if (!emulator) continue;
    const front = frontOf(service, emulator, options);
    const one = await serve(emulator, {
      intercept: service === 'stripe' ? withStripeJs(front) : service === 'postal' ? withBareQuery(front) : front,
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
    sqs: emulators.sqs,
    reset: async () => void (await Promise.all(embedded.map((one) => one.reset()))),
    close: async () => {
      await Promise.all(served.map((one) => one.close()));
      await Promise.all(embedded.map((one) => one.close()));
    },
  };
}
