import { CognitoError } from './errors';
import type { ClientRecord, PoolRecord, UserRecord } from '../store/records';
import { attributesOf } from './attributes';
import type { Cognito } from './cognito';

type TriggerName =
  | 'PreSignUp'
  | 'PostConfirmation'
  | 'PreAuthentication'
  | 'PostAuthentication'
  | 'CustomMessage'
  | 'PreTokenGeneration';

interface TriggerCall {
  pool: PoolRecord;
  /** Absent in operations of administrators. */
  client?: ClientRecord | undefined;
  userName: string;
  trigger: TriggerName;
  /** E.g. `CustomMessage_SignUp`. */
  source: string;
  version?: '1' | '2';
  request: object;
  response: object;
}

function functionOf(pool: PoolRecord, trigger: TriggerName): string | undefined {
  const config = pool.settings.LambdaConfig;
  if (trigger === 'PreTokenGeneration')
    return config?.PreTokenGenerationConfig?.LambdaArn ?? config?.PreTokenGeneration;
  return config?.[trigger];
}

/** A user's attributes as triggers see them, all strings. */
export const attributesForTrigger = (user: UserRecord): Record<string, string> => ({
  ...attributesOf(user),
  'cognito:user_status': user.status,
});

/**
 * Runs a trigger with the event that Cognito sends (developer guide, "Customizing user pool workflows with Lambda
 * triggers").
 * @returns the response the function filled in, or undefined if the pool has no such trigger
 * @throws UserLambdaValidationException if the function throws
 */
export async function callTrigger<Response>(cognito: Cognito, call: TriggerCall): Promise<Response | undefined> {
  const functionArn = functionOf(call.pool, call.trigger);
  if (functionArn === undefined) return undefined;
  const { invokeTrigger } = cognito;
  if (!invokeTrigger) {
    throw new CognitoError(
      'UnexpectedLambdaException',
      `${call.trigger} invocation failed due to error: nothing can run ${functionArn}`,
    );
  }
  const event = {
    version: call.version ?? '1',
    region: cognito.region,
    userPoolId: call.pool.id,
    userName: call.userName,
    callerContext: {
      awsSdkVersion: 'aws-sdk-unknown-unknown',
      clientId: call.client?.id ?? 'CLIENT_ID_NOT_APPLICABLE',
    },
    triggerSource: call.source,
    request: call.request,
    response: call.response,
  };
  const result = await invokeTrigger(functionArn, structuredClone(event)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CognitoError('UserLambdaValidationException', `${call.trigger} failed with error ${reason}.`);
  });
  const response =
    typeof result === 'object' && result !== null ? (result as { response?: unknown }).response : undefined;
  if (typeof response !== 'object' || response === null)
    throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  return response as Response;
}

/** After a sign-up was confirmed or a password was reset. */
export async function postConfirmation(
  cognito: Cognito,
  about: {
    pool: PoolRecord;
    client?: ClientRecord;
    user: UserRecord;
    clientMetadata?: Record<string, string> | undefined;
  },
  source: 'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword',
): Promise<void> {
  const { pool, client, user, clientMetadata } = about;
  await callTrigger(cognito, {
    pool,
    client,
    userName: user.username,
    trigger: 'PostConfirmation',
    source,
    request: { userAttributes: attributesForTrigger(user), ...(clientMetadata && { clientMetadata }) },
    response: {},
  });
}
