import { isUnavailable } from '#functions/platform/unavailable';

/** Cognito's refusals in the words of this portal. */
export type Failure =
  | 'wrong-credentials'
  | 'locked'
  | 'unconfirmed'
  | 'already-confirmed'
  | 'wrong-code'
  | 'expired-code'
  | 'session-gone'
  | 'taken'
  | 'no-authenticator'
  | 'weak-password'
  | 'no-verified-address'
  | 'delivery-failed'
  | 'too-many';

/** Names with one meaning in every operation (Cognito API reference, "Errors"). */
const byName: Readonly<Record<string, Failure>> = {
  UserNotFoundException: 'wrong-credentials',
  UserNotConfirmedException: 'unconfirmed',
  PasswordResetRequiredException: 'wrong-credentials',
  CodeMismatchException: 'wrong-code',
  ExpiredCodeException: 'expired-code',
  EnableSoftwareTokenMFAException: 'wrong-code',
  SoftwareTokenMFANotFoundException: 'no-authenticator',
  UsernameExistsException: 'taken',
  AliasExistsException: 'taken',
  InvalidPasswordException: 'weak-password',
  PasswordHistoryPolicyViolationException: 'weak-password',
  CodeDeliveryFailureException: 'delivery-failed',
  // The trigger that words the message failed, or the pool may not send.
  UserLambdaValidationException: 'delivery-failed',
  UnexpectedLambdaException: 'delivery-failed',
  InvalidLambdaResponseException: 'delivery-failed',
  InvalidSmsRoleAccessPolicyException: 'delivery-failed',
  InvalidSmsRoleTrustRelationshipException: 'delivery-failed',
  InvalidEmailRoleAccessPolicyException: 'delivery-failed',
  LimitExceededException: 'too-many',
  TooManyFailedAttemptsException: 'too-many',
};

/** Names with several meanings, told apart by their texts. The first match counts. */
const byText: readonly { name: string; text: RegExp; failure: Failure }[] = [
  { name: 'NotAuthorizedException', text: /attempts exceeded/i, failure: 'locked' },
  // "Access Token has been revoked" (github.com/aws/aws-sdk-java/issues/2449), "has expired" and the like.
  { name: 'NotAuthorizedException', text: /session|access token/i, failure: 'session-gone' },
  { name: 'NotAuthorizedException', text: /current status is confirmed/i, failure: 'already-confirmed' },
  { name: 'NotAuthorizedException', text: /./, failure: 'wrong-credentials' },
  { name: 'InvalidParameterException', text: /already confirmed/i, failure: 'already-confirmed' },
  { name: 'InvalidParameterException', text: /no registered\/verified/i, failure: 'no-verified-address' },
  // The current password of API_ChangePassword: no password has a form that Cognito refuses.
  { name: 'InvalidParameterException', text: /'previousPassword'/i, failure: 'wrong-credentials' },
  { name: 'InvalidParameterException', text: /password/i, failure: 'weak-password' },
];

/**
 * A missing or wrong hash of the client's secret has the name of a wrong password
 * (github.com/aws/aws-sdk-net-extensions-cognito/issues/122, github.com/aws-amplify/amplify-android/issues/2504,
 * AWS Knowledge Center "cognito-unable-to-verify-secret-hash"). It is our mistake, not the user's.
 */
const ofSecret = /secret_?\s?hash|configured (with|for) secret/i;

/** Translates a refusal of Cognito, whose names and texts only this knows; throws anything else again. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Error && !isUnavailable(error) && !ofSecret.test(error.message)) {
    const failure =
      byName[error.name] ?? byText.find(({ name, text }) => name === error.name && text.test(error.message))?.failure;
    if (failure) return failure;
  }
  throw error;
}

/** Result of a request to Cognito: its response, or its refusal. */
export async function settled<T>(
  request: Promise<T>,
): Promise<{ response: T; failure?: undefined } | { failure: Failure; response?: undefined }> {
  try {
    return { response: await request };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Cognito's refusal of a request whose response is not needed; undefined if it was accepted. */
export const failureIn = async (request: Promise<unknown>): Promise<Failure | undefined> =>
  (await settled(request)).failure;
