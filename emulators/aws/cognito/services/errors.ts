/** The names of the Cognito errors that this emulator returns. */
type CognitoErrorName =
  | 'AliasExistsException'
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'GroupExistsException'
  | 'InvalidLambdaResponseException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'InvalidSmsRoleAccessPolicyException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'OperationNotEnabledException'
  | 'PasswordResetRequiredException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'UnexpectedLambdaException'
  | 'UnknownOperationException'
  | 'UnsupportedUserStateException'
  | 'UserLambdaValidationException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException'
  /** Not an error of Cognito: an operation or parameter that this emulator does not support. */
  | 'NotEmulatedException';

/** An error response: Cognito's name, its message and its HTTP status. */
export class CognitoError extends Error {
  constructor(
    readonly type: CognitoErrorName,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

export const invalidParameter = (message: string): CognitoError =>
  new CognitoError('InvalidParameterException', message);
export const notAuthorized = (message: string): CognitoError => new CognitoError('NotAuthorizedException', message);
export const notFound = (message: string): CognitoError => new CognitoError('ResourceNotFoundException', message);
export const incorrectUsernameOrPassword = (): CognitoError => notAuthorized('Incorrect username or password.');
export const userIsDisabled = (): CognitoError => notAuthorized('User is disabled.');
export const userDoesNotExist = (): CognitoError => new CognitoError('UserNotFoundException', 'User does not exist.');
export const usernameClientNotFound = (): CognitoError =>
  new CognitoError('UserNotFoundException', 'Username/client id combination not found.');
export const codeMismatch = (): CognitoError =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
export const codeExpired = (): CognitoError =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
export const notConfirmable = (status: string): CognitoError =>
  notAuthorized(`User cannot be confirmed. Current status is ${status}`);
export const notResettable = (): CognitoError => notAuthorized('User password cannot be reset in the current state.');
export const noRecovery = (): CognitoError =>
  invalidParameter('Cannot reset password for the user as there is no registered/verified email or phone_number');
export const attemptLimitExceeded = (): CognitoError =>
  new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');

/** A wrong value of one member, worded as the service's own request validation words it. */
export function constraint(member: string, rule: string): CognitoError {
  const name = member.charAt(0).toLowerCase() + member.slice(1);
  return invalidParameter(`1 validation error detected: Value at '${name}' failed to satisfy constraint: ${rule}`);
}

/** A distinct error for what the real service can do and the emulator cannot. Status 501, which SDKs do not retry. */
export const notEmulated = (what: string): CognitoError =>
  new CognitoError(
    'NotEmulatedException',
    `The Cognito emulator does not support ${what} (see emulators/aws/README.md)`,
    501,
  );
