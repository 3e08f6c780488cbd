import {
  ConfirmSignUpCommand,
  SignUpCommand,
  type SignUpCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { createPool, testPassword, type TestPool } from './create-pool';
import { testCognito } from './start-cognito';

export const userEmail = 'a@example.com';
/** Every code that the pool mails. */
const mailedCode = '123456';

interface TriggerEvent {
  triggerSource: string;
  userName: string;
  request: { clientMetadata?: Record<string, string> };
  response: Record<string, unknown>;
}

/** A trigger that fills in these fields of the response. */
export const respond = (response: Record<string, unknown>) => (event: TriggerEvent) => ({
  ...event,
  response: { ...event.response, ...response },
});

/** Cognito of a test file, with a new pool before each test whose custom message trigger is recorded. */
export function testTriggeredPool() {
  const trigger = {
    /** Events that the trigger received, in order. */
    events: [] as TriggerEvent[],
    /** What the trigger does; nothing by default. */
    run: (event: TriggerEvent): unknown => event,
  };
  const cognito = testCognito({
    newCode: () => mailedCode,
    invokeTrigger: async (_functionArn, event) => {
      trigger.events.push(structuredClone(event) as TriggerEvent);
      return trigger.run(event as TriggerEvent);
    },
  });
  const pool: TestPool = { UserPoolId: '', ClientId: '' };
  beforeEach(async () => {
    Object.assign(trigger, { events: [], run: (event: TriggerEvent) => event });
    const CustomMessage = 'arn:aws:lambda:ap-northeast-1:000000000000:function:message';
    Object.assign(pool, await createPool(cognito, { LambdaConfig: { CustomMessage } }));
  });

  const signUp = (more: Partial<SignUpCommandInput> = {}) =>
    cognito.client.send(
      new SignUpCommand({ ClientId: pool.ClientId, Username: userEmail, Password: testPassword, ...more }),
    );
  const confirm = () =>
    cognito.client.send(
      new ConfirmSignUpCommand({ ClientId: pool.ClientId, Username: userEmail, ConfirmationCode: mailedCode }),
    );
  return { trigger, cognito, pool, signUp, confirm };
}
