import { attemptLimitExceeded } from './errors';
import type { UserRecord } from '../store/records';
import type { Cognito } from './cognito';

/**
 * Requests that the service allows a user in an hour, by operation (developer guide, "Quotas in Amazon Cognito", code
 * security resource quotas; not adjustable). For a new password it allows between 5 and 20, depending on the risk that
 * it sees; here there is no risk, so the upper number applies.
 */
const mostInAnHour = {
  ChangePassword: 5,
  ConfirmForgotPassword: 20,
  ConfirmSignUp: 15,
  ForgotPassword: 20,
  GetUserAttributeVerificationCode: 5,
  ResendConfirmationCode: 5,
  VerifyUserAttribute: 15,
} as const;

const hourMs = 3_600_000;

/**
 * Counts a request about a user, right or wrong.
 * @throws LimitExceededException past the quota; refused ones do not count
 */
export function countRequest(cognito: Cognito, user: UserRecord, operation: keyof typeof mostInAnHour): Promise<void> {
  const now = cognito.clock.now();
  const recent = (user.attempts[operation] ?? []).filter((time) => now - time < hourMs);
  if (recent.length >= mostInAnHour[operation]) throw attemptLimitExceeded();
  return cognito.store.users.change(user.sub, ({ attempts }) => {
    attempts[operation] = [...recent, now];
  });
}
