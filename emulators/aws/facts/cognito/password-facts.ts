import {
  AdminGetUserCommand,
  AdminResetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  ChangePasswordCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { same, type Fact } from '../../../platform/facts';
import {
  address,
  api,
  guide,
  refusalName,
  password,
  refusalOf,
  setPassword,
  signIn,
  tokensOf,
  type PoolSandbox,
} from './cognito-sandbox';

/** Passwords (decisions/limits and decisions/sessions). */
export const passwordFacts: readonly Fact<PoolSandbox>[] = [
  {
    id: 'five-changes-of-a-password-an-hour',
    says: 'ChangePassword is carried out five times an hour for a user; the sixth is LimitExceededException.',
    page: `${guide}/quotas.html`,
    async check(sandbox) {
      const { AccessToken } = await tokensOf(sandbox);
      const outcomes: string[] = [];
      for (let count = 0; count < 6; count += 1)
        outcomes.push(
          await refusalName(
            sandbox.client.send(
              new ChangePasswordCommand({
                AccessToken,
                PreviousPassword: password,
                ProposedPassword: password,
              }),
            ),
          ),
        );
      same('six changes', ['none', 'none', 'none', 'none', 'none', 'LimitExceededException'], outcomes);
      same('a sign-in after them', 'none', await refusalName(signIn(sandbox, password)));
    },
  },
  {
    id: 'a-temporary-password-asks-for-a-new-one',
    says: 'A right temporary password leads to NEW_PASSWORD_REQUIRED; a wrong one is NotAuthorizedException.',
    page: `${guide}/how-to-create-user-accounts.html`,
    async check(sandbox) {
      await setPassword(sandbox, false);
      same('the challenge', 'NEW_PASSWORD_REQUIRED', (await signIn(sandbox, password)).ChallengeName);
      same('a wrong one', 'NotAuthorizedException', await refusalName(signIn(sandbox, 'Another-Horse-2')));
    },
  },
  {
    id: 'no-reset-while-a-password-is-temporary',
    says: 'ForgotPassword is refused with NotAuthorizedException while the password is temporary.',
    page: `${guide}/managing-users-passwords.html`,
    async check(sandbox) {
      await setPassword(sandbox, false);
      const { client, ClientId } = sandbox;
      const request = client.send(new ForgotPasswordCommand({ ClientId, Username: address }));
      same('the refusal', 'NotAuthorizedException', await refusalName(request));
    },
  },
  {
    id: 'a-password-that-staff-reset',
    says: 'After AdminResetUserPassword any password is refused with PasswordResetRequiredException.',
    page: `${api}/API_AdminResetUserPassword.html`,
    async check(sandbox) {
      const { client, pool, user } = sandbox;
      await setPassword(sandbox, true);
      // Amazon's address for tests takes the mail (SES developer guide, "Using the mailbox simulator").
      const receiver = 'success@simulator.amazonses.com';
      const UserAttributes = [
        { Name: 'email', Value: receiver },
        { Name: 'email_verified', Value: 'true' },
      ];
      await client.send(new AdminUpdateUserAttributesCommand({ ...pool, Username: user, UserAttributes }));
      await client.send(new AdminResetUserPasswordCommand({ ...pool, Username: user }));
      const { UserStatus } = await client.send(new AdminGetUserCommand({ ...pool, Username: user }));
      same('the state', 'RESET_REQUIRED', UserStatus);
      for (const given of [password, 'Another-Horse-2'])
        same('a sign-in', 'PasswordResetRequiredException', await refusalName(signIn(sandbox, given, receiver)));
    },
  },
  {
    id: 'a-reset-without-an-address',
    says: 'A password of a user without a verified address is not reset: InvalidParameterException.',
    page: `${api}/API_ForgotPassword.html`,
    async check(sandbox) {
      const { client, pool, user } = sandbox;
      await setPassword(sandbox, true);
      const UserAttributes = [{ Name: 'email_verified', Value: 'false' }];
      await client.send(new AdminUpdateUserAttributesCommand({ ...pool, Username: user, UserAttributes }));
      const reset = new AdminResetUserPasswordCommand({ ...pool, Username: user });
      same('the refusal', 'InvalidParameterException', await refusalName(client.send(reset)));
    },
  },
  {
    id: 'no-code-for-a-confirmed-user',
    says: 'ResendConfirmationCode for a confirmed user is refused with InvalidParameterException.',
    page: `${api}/API_ResendConfirmationCode.html`,
    async check(sandbox) {
      await setPassword(sandbox, true);
      const { client, ClientId } = sandbox;
      const request = client.send(new ResendConfirmationCodeCommand({ ClientId, Username: address }));
      same('the refusal', 'InvalidParameterException', await refusalName(request));
    },
  },
  {
    id: 'an-unknown-name-looks-like-a-wrong-password',
    says: 'A client that hides users refuses an unknown name and a wrong password with the very same error and text.',
    page: `${guide}/cognito-user-pool-managing-errors.html`,
    async check(sandbox) {
      await setPassword(sandbox, true);
      const wrong = await refusalOf(signIn(sandbox, 'Another-Horse-2'));
      same('the refusal', { name: 'NotAuthorizedException', text: 'Incorrect username or password.' }, wrong);
      same('of an unknown name', wrong, await refusalOf(signIn(sandbox, password, 'nobody@example.com')));
    },
  },
  {
    id: 'a-code-for-an-unknown-name',
    says: 'A client that hides users responds to ForgotPassword for an unknown name as for a known one.',
    page: `${guide}/cognito-user-pool-managing-errors.html`,
    async check({ client, ClientId }) {
      const request = new ForgotPasswordCommand({ ClientId, Username: 'nobody@example.com' });
      same('the medium', 'EMAIL', (await client.send(request)).CodeDeliveryDetails?.DeliveryMedium);
    },
  },
  {
    id: 'five-wrong-passwords',
    says: 'Right after five wrong passwords the right one is refused too, with a text that says why.',
    page: `${guide}/authentication-flow-things-to-know.html`,
    async check(sandbox) {
      await setPassword(sandbox, true);
      for (let count = 0; count < 5; count += 1) await refusalName(signIn(sandbox, 'Another-Horse-2'));
      const { name, text } = await refusalOf(signIn(sandbox, password));
      same('the refusal', ['NotAuthorizedException', true], [name, /attempts exceeded/i.test(text)]);
    },
  },
  {
    id: 'no-white-space-around-a-password',
    says: 'A password with a space at its end is refused with InvalidParameterException; a space inside is fine.',
    page: `${guide}/user-pool-settings-policies.html`,
    async check(sandbox) {
      const { name, text } = await refusalOf(setPassword(sandbox, true, `${password} `));
      same('the refusal', ['InvalidParameterException', true], [name, /value at 'password'/i.test(text)]);
      same('a space inside', 'none', await refusalName(setPassword(sandbox, true, `${password} ${password}`)));
    },
  },
  {
    id: 'a-weak-password',
    says: 'A password against the policy is refused with InvalidPasswordException.',
    page: `${api}/API_AdminSetUserPassword.html`,
    async check(sandbox) {
      same('the refusal', 'InvalidPasswordException', await refusalName(setPassword(sandbox, true, 'short')));
    },
  },
];
