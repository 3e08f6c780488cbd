import type { ClientRecord, PoolRecord, UserRecord } from '../store/records';
import { attributesOf } from './attributes';
import type { Cognito } from './cognito';
import { CognitoError } from './errors';

interface TriggerCall {
  pool: PoolRecord;
  /** Absent in operations of administrators. */
  client?: ClientRecord | undefined;
  user: UserRecord;
  /** E.g. `CustomMessage_SignUp`. */
  source: string;
  request: object;
}

export interface CustomTexts {
  smsMessage?: string | null;
  emailMessage?: string | null;
  emailSubject?: string | null;
}

/**
 * Runs the custom message trigger with the event that Cognito sends (developer guide, "Customizing user pool workflows
 * with Lambda triggers", "Custom message Lambda trigger").
 * @returns the texts that the function filled in, or undefined if the pool has no such trigger
 * @throws UserLambdaValidationException if the function throws
 */
export async function customTexts(cognito: Cognito, call: TriggerCall): Promise<CustomTexts | undefined> {
  const { pool, client, user, source, request } = call;
  const functionArn = pool.settings.LambdaConfig?.CustomMessage;
  if (functionArn === undefined) return undefined;
  const { invokeTrigger } = cognito;
  if (!invokeTrigger) {
    throw new CognitoError(
      'UnexpectedLambdaException',
      `CustomMessage invocation failed due to error: nothing can run ${functionArn}`,
    );
  }
  const event = {
    version: '1',
    region: cognito.region,
    userPoolId: pool.id,
    userName: user.username,
    callerContext: {
      awsSdkVersion: 'aws-sdk-unknown-unknown',
      clientId: client?.id ?? 'CLIENT_ID_NOT_APPLICABLE',
    },
    triggerSource: source,
    request: { userAttributes: { ...attributesOf(user), 'cognito:user_status': user.status }, ...request },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
  const result = await invokeTrigger(functionArn, structuredClone(event)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CognitoError('UserLambdaValidationException', `CustomMessage failed with error ${reason}.`);
  });
  const response =
    typeof result === 'object' && result !== null ? (result as { response?: unknown }).response : undefined;
  if (typeof response !== 'object' || response === null)
    throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  return response;
}
