import { devNull } from 'node:os';
import type { EnvironmentName } from '#shared/environment';
import { credentialsOf } from '../access/access-control';
import type { DeployedFunction } from '../deployed/deployed';
import { awsServiceNames, services as serviceRows } from '../../services/services';
import type { Outside } from '../services/outside';
import type { Services } from '../services/services';

interface EnvironmentOptions {
  region: string;
  portalUrl: string;
  services: Pick<Services, 'urls' | 'stripeJsUrl' | 'postalLookupUrl'>;
  outside: Outside;
}

type Variables = Record<string, string | undefined>;

/**
 * The portal's own endpoint settings. A variable that a template sets gets the local value. A variable that it does not
 * set is not added, so that a variable missing in a template is missing here too. Stages that use Stripe itself leave
 * two out; those are set together with the variable that is read beside them.
 */
function productSettings(
  declared: Record<string, string>,
  { portalUrl, services, outside }: EnvironmentOptions,
): Partial<Record<EnvironmentName, string | undefined>> {
  const replacements: Partial<Record<EnvironmentName, string>> = {
    PORTAL_ORIGIN: portalUrl,
    STRIPE_PUBLISHABLE_KEY: outside.stripe.publishableKey,
    POSTAL_LOOKUP_URL: services.postalLookupUrl,
    // Kintone's client accepts http only from a host with this name.
    KINTONE_BASE_URL: services.urls.records.replace('//127.0.0.1:', '//localhost:'),
  };
  const stripeItself = services.urls.stripe === 'https://api.stripe.com';
  return {
    ...Object.fromEntries(Object.entries(replacements).filter(([name]) => name in declared)),
    ...('STRIPE_SECRET_ARN' in declared && {
      STRIPE_API_BASE: stripeItself ? undefined : services.urls.stripe,
    }),
    ...('STRIPE_PUBLISHABLE_KEY' in declared && { STRIPE_JS_URL: services.stripeJsUrl }),
  };
}

/** The variables that Lambda itself sets (Lambda developer guide, "Defined runtime environment variables"). */
function runtimeVariables(target: DeployedFunction, region: string): Variables {
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: `AWS_Lambda_nodejs${process.versions.node.split('.')[0]}.x`,
    AWS_LAMBDA_FUNCTION_NAME: target.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(target.memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${target.name}`,
    LAMBDA_TASK_ROOT: target.folder,
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
  };
}

/**
 * The whole environment of a function's isolate: the template's variables, the services' addresses, and its own
 * credentials.
 */
export function environmentOf(target: DeployedFunction, options: EnvironmentOptions): Record<string, string> {
  const { services, outside } = options;
  const own = credentialsOf(target.name);
  const variables: Variables = {
    ...runtimeVariables(target, options.region),
    ...(outside.awsCredentials ?? { AWS_ACCESS_KEY_ID: own.accessKeyId, AWS_SECRET_ACCESS_KEY: own.secretAccessKey }),
    // Functions must not read the files of this machine's user.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    ...Object.fromEntries(awsServiceNames.map((name) => [serviceRows[name].variable, services.urls[name]])),
    ...target.environment,
    ...productSettings(target.environment, options),
  };
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
