import { settled, failureOf } from './failure';

const error = (name: string, message = 'text') =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: 400 } });

test.each([
  ['NotAuthorizedException', 'Incorrect username or password.', 'wrong-credentials'],
  ['NotAuthorizedException', 'User is disabled.', 'wrong-credentials'],
  ['NotAuthorizedException', 'Password attempts exceeded', 'locked'],
  ['NotAuthorizedException', 'Invalid session for the user, session is expired.', 'session-gone'],
  ['NotAuthorizedException', 'Access Token has been revoked', 'session-gone'],
  ['NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED', 'already-confirmed'],
  ['InvalidParameterException', 'User is already confirmed.', 'already-confirmed'],
  [
    'InvalidParameterException',
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
    'no-verified-address',
  ],
  [
    'InvalidParameterException',
    "1 validation error detected: Value at 'password' failed to satisfy constraint: " +
      'Member must satisfy regular expression pattern',
    'weak-password',
  ],
  [
    'InvalidParameterException',
    "1 validation error detected: Value at 'previousPassword' failed to satisfy constraint: " +
      'Member must satisfy regular expression pattern',
    'wrong-credentials',
  ],
  ['InvalidPasswordException', 'Password did not conform with policy: Password not long enough', 'weak-password'],
  ['UserNotFoundException', 'User does not exist.', 'wrong-credentials'],
  ['UserNotConfirmedException', 'User is not confirmed.', 'unconfirmed'],
  ['CodeMismatchException', 'Invalid verification code provided, please try again.', 'wrong-code'],
  ['ExpiredCodeException', 'Invalid code provided, please request a code again.', 'expired-code'],
  ['UsernameExistsException', 'An account with the given email already exists.', 'taken'],
  ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', 'too-many'],
  ['UserLambdaValidationException', 'CustomMessage failed with error.', 'delivery-failed'],
])('%s "%s" is %s', async (name, message, failure) => {
  expect(failureOf(error(name, message))).toBe(failure);
  expect(await settled(Promise.reject(error(name, message)))).toEqual({ failure });
});

test.each([
  ['an outage', error('InternalErrorException')],
  ['throttling', error('TooManyRequestsException')],
  ['a wrong setting', error('ResourceNotFoundException', 'User pool client does not exist.')],
  ['a wrong client secret', error('NotAuthorizedException', 'SecretHash does not match for the client: abc')],
  ['a wrong client secret, older', error('NotAuthorizedException', 'Unable to verify secret hash for client abc')],
  [
    'no client secret',
    error('NotAuthorizedException', 'Client abc is configured with secret but SECRET_HASH was not received'),
  ],
  ['another malformed request', error('InvalidParameterException', 'Auth flow not enabled for this client')],
  ['a bug', new TypeError('x is not a function')],
])('%s is not a refusal', async (_, cause) => {
  expect(() => failureOf(cause)).toThrow(cause);
  await expect(settled(Promise.reject(cause))).rejects.toThrow(cause);
});

test('Cognito responds without an error: its response is returned', async () => {
  expect(await settled(Promise.resolve(1))).toEqual({ response: 1 });
});
