import {
  ConfirmSignUpCommand,
  SignUpCommand,
  type SignUpCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { createPool, testPassword, type TestPool } from './create-pool';
import { LambdaConfig, RecordedTriggers } from './recorded-triggers';
import { testCognito } from './start-cognito';

export const userEmail = 'a@example.com';
/** Every code that the pool mails. */
export const mailedCode = '123456';

/** Cognito of a test file, with a new pool before each test whose triggers are recorded, and one user's sign-up. */
export function testTriggeredPool() {
  const triggers = new RecordedTriggers();
  const cognito = testCognito({ newCode: () => mailedCode, invokeTrigger: triggers.invoke });
  const pool: TestPool = { UserPoolId: '', ClientId: '' };
  beforeEach(async () => {
    triggers.reset();
    Object.assign(pool, await createPool(cognito, { LambdaConfig }));
  });

  const signUp = (more: Partial<SignUpCommandInput> = {}) =>
    cognito.client.send(
      new SignUpCommand({ ClientId: pool.ClientId, Username: userEmail, Password: testPassword, ...more }),
    );
  const confirm = () =>
    cognito.client.send(
      new ConfirmSignUpCommand({ ClientId: pool.ClientId, Username: userEmail, ConfirmationCode: mailedCode }),
    );
  return { triggers, cognito, pool, signUp, confirm };
}
