import { localSecret, tokensFor } from '#emulators/kintone';
import { awsServiceNames, kintoneApps, services, type ServiceName } from '../../services/services';

/** The services outside this cloud, chosen by the caller's settings, and the keys for them. */
export interface Outside {
  /** Address of each service that is not embedded. */
  urls: Partial<Record<ServiceName, string>>;
  stripe: { secretKey: string; publishableKey: string; apiBase?: string; jsUrl?: string; webhookSecret?: string };
  kintoneApiToken: string;
  /** The caller's own AWS credentials, for functions that use real services. */
  awsCredentials?: Record<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const addressVariables = [...Object.values(services).map(({ variable }) => variable), 'STRIPE_JS_URL'];

function together(environment: Environment, first: string, second: string): [string, string] | undefined {
  const [one, other] = [environment[first], environment[second]];
  if (!one && !other) return undefined;
  if (!one || !other)
    throw new Error(
      `${one ? first : second} is set without ${one ? second : first}: set both, or neither for the embedded service.`,
    );
  return [one, other];
}

function stripeOf(environment: Environment): { url?: string; stripe: Outside['stripe'] } {
  const { STRIPE_API_BASE: apiBase, STRIPE_JS_URL: jsUrl, STRIPE_WEBHOOK_SECRET: webhookSecret } = environment;
  const [secretKey, publishableKey] = together(environment, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY') ?? [
    'sk_test_local',
    'pk_test_local',
  ];
  if (/^[sr]k_live_/.test(secretKey))
    throw new Error('STRIPE_SECRET_KEY is a live key: the local portal works with test keys only.');
  const url = apiBase || (environment['STRIPE_SECRET_KEY'] ? 'https://api.stripe.com' : undefined);
  return {
    ...(url && { url }),
    stripe: {
      secretKey,
      publishableKey,
      ...(apiBase && { apiBase }),
      ...(jsUrl && { jsUrl }),
      ...(webhookSecret && { webhookSecret }),
    },
  };
}

/**
 * Reads which real services replace embedded ones, each by the variable that its own SDK or the portal reads.
 * @throws one sentence for settings that do not fit together
 */
export function readOutside(environment: Environment): Outside {
  if (environment[services.cognito.variable])
    throw new Error(
      `${services.cognito.variable} is set: the portal's users are always embedded, because the demo data reads the ` +
        'codes of their mails on this machine. A real user pool is asked by npm run prove -- cognito.',
    );
  const aws = awsServiceNames.flatMap((service) => {
    const address = environment[services[service].variable];
    return address ? [[service, address] as const] : [];
  });
  for (const name of addressVariables) {
    const address = environment[name];
    if (address && !/^https?:\/\//.test(address))
      throw new Error(`${name}=${address} is no address; it begins with http:// or https://.`);
  }
  const { url: stripeUrl, stripe } = stripeOf(environment);
  const kintone = together(environment, 'KINTONE_BASE_URL', 'KINTONE_API_TOKEN');
  const postal = environment['POSTAL_LOOKUP_URL'];
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = environment;
  return {
    urls: {
      ...Object.fromEntries(aws),
      ...(stripeUrl && { stripe: stripeUrl }),
      ...(kintone && { records: kintone[0] }),
      ...(postal && { postal }),
    },
    stripe,
    kintoneApiToken: kintone?.[1] ?? tokensFor(localSecret, kintoneApps),
    ...(aws.length > 0 &&
      id &&
      secret && {
        awsCredentials: {
          AWS_ACCESS_KEY_ID: id,
          AWS_SECRET_ACCESS_KEY: secret,
          ...(token && { AWS_SESSION_TOKEN: token }),
        },
      }),
  };
}
