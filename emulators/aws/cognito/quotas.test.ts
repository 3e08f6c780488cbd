import {
  AdminUpdateUserAttributesCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetUserAttributeVerificationCodeCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createPool, signIn, signUpAndConfirm, testPassword, type TestPool } from './testing/create-pool';
import { testCognito } from './testing/start-cognito';

const cognito = testCognito();
let pool: TestPool;
let AccessToken: string;
const [confirmed, unconfirmed] = ['a@example.com', 'b@example.com'];

beforeEach(async () => {
  pool = await createPool(cognito);
  await signUpAndConfirm(cognito, pool, confirmed);
  await cognito.client.send(
    new AdminUpdateUserAttributesCommand({
      UserPoolId: pool.UserPoolId,
      Username: confirmed,
      UserAttributes: [{ Name: 'phone_number', Value: '+819012345678' }],
    }),
  );
  ({ AccessToken } = await signIn(cognito, pool, confirmed));
  await cognito.client.send(
    new SignUpCommand({ ClientId: pool.ClientId, Username: unconfirmed, Password: testPassword }),
  );
});

const send = (command: unknown): Promise<unknown> => cognito.client.send(command as ChangePasswordCommand);
const of = (Username: string) => ({ ClientId: pool.ClientId, Username });
const wrongCode = '000000';
/** Requests about a user in an hour, by operation (developer guide, "Quotas in Amazon Cognito"). */
const operations: readonly [name: string, most: number, request: () => Promise<unknown>][] = [
  [
    'ChangePassword',
    5,
    () =>
      send(new ChangePasswordCommand({ AccessToken, PreviousPassword: testPassword, ProposedPassword: testPassword })),
  ],
  [
    'ConfirmForgotPassword',
    20,
    () =>
      send(
        new ConfirmForgotPasswordCommand({
          ...of(confirmed),
          ConfirmationCode: wrongCode,
          Password: 'Another-Horse-2',
        }),
      ),
  ],
  ['ConfirmSignUp', 15, () => send(new ConfirmSignUpCommand({ ...of(unconfirmed), ConfirmationCode: wrongCode }))],
  ['ForgotPassword', 20, () => send(new ForgotPasswordCommand(of(confirmed)))],
  [
    'GetUserAttributeVerificationCode',
    5,
    () => send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'phone_number' })),
  ],
  ['ResendConfirmationCode', 5, () => send(new ResendConfirmationCodeCommand(of(unconfirmed)))],
  [
    'VerifyUserAttribute',
    15,
    () => send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'phone_number', Code: wrongCode })),
  ],
];

test.each(operations)('%s: %i an hour, right or wrong; an hour later it goes on', async (_name, most, request) => {
  const isLimited = async (): Promise<boolean> => {
    const failure = await request().then(
      () => undefined,
      (error: unknown) => (error as Error).name,
    );
    return failure === 'LimitExceededException';
  };
  for (let count = 0; count < most; count += 1) expect([count, await isLimited()]).toEqual([count, false]);
  expect(await isLimited()).toBe(true);
  cognito.clock.advance(3_600_000);
  ({ AccessToken } = await signIn(cognito, pool, confirmed));
  expect(await isLimited()).toBe(false);
});
