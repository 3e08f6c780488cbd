import {
  AdminAddUserToGroupCommand,
  AdminInitiateAuthCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { demoPassword, type DemoPerson } from './demo-people';
import { PortalClient } from './portal-client';
import type { SignIn } from '../cloud/state/sign-in';
import { totpCode } from './totp-code';

export interface PeopleContext {
  portalUrl: string;
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
  clientId: string;
  /** The newest code that was sent to an address. */
  newestCode: (to: string) => Promise<string>;
  /** Unix milliseconds on the local clock. */
  now: () => number;
}

/** Registers a person by the portal's own calls; signed in afterwards by the code of the mail. */
async function register(context: PeopleContext, person: DemoPerson): Promise<PortalClient> {
  const client = new PortalClient(context.portalUrl);
  await client.call('POST', '/api/registration/request', {
    email: person.email,
    username: person.username,
    password: demoPassword,
  });
  await client.call('POST', '/api/registration/verify', {
    email: person.email,
    verificationCode: await context.newestCode(person.email),
  });
  return client;
}

async function setUpSms({ cognito, userPoolId }: PeopleContext, person: DemoPerson & { phone: string }): Promise<void> {
  const user = { UserPoolId: userPoolId, Username: person.email };
  await cognito.send(
    new AdminUpdateUserAttributesCommand({
      ...user,
      UserAttributes: [
        { Name: 'phone_number', Value: person.phone },
        { Name: 'phone_number_verified', Value: 'true' },
      ],
    }),
  );
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({ ...user, SMSMfaSettings: { Enabled: true, PreferredMfa: true } }),
  );
}

/** Sets an authenticator app up as its owner would; the secret that the app is given. */
async function setUpTotp({ cognito, userPoolId, clientId, now }: PeopleContext, person: DemoPerson): Promise<string> {
  const signedIn = await cognito.send(
    new AdminInitiateAuthCommand({
      UserPoolId: userPoolId,
      ClientId: clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: person.email, PASSWORD: demoPassword },
    }),
  );
  const AccessToken = signedIn.AuthenticationResult?.AccessToken;
  const { SecretCode } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  if (!SecretCode) throw new Error('Demo data: Cognito gave no secret for the authenticator app');
  await cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: totpCode(SecretCode, now()) }));
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: userPoolId,
      Username: person.email,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    }),
  );
  return SecretCode;
}

/** Registers everybody; the ways in, and the owner's open session to make shops with. */
export async function makePeople(
  context: PeopleContext,
  people: readonly DemoPerson[],
): Promise<{ signIns: SignIn[]; sessions: Record<SignIn['as'], PortalClient> }> {
  const made = await Promise.all(
    people.map(async (person) => {
      const session = await register(context, person);
      const signIn: SignIn = { as: person.as, email: person.email, password: demoPassword };
      if (person.phone) await setUpSms(context, { ...person, phone: person.phone });
      if (person.as === 'totp') signIn.totpSecret = await setUpTotp(context, person);
      if (person.as === 'admin')
        await context.cognito.send(
          new AdminAddUserToGroupCommand({
            UserPoolId: context.userPoolId,
            Username: person.email,
            GroupName: 'admin',
          }),
        );
      return { signIn, session };
    }),
  );
  return {
    signIns: made.map(({ signIn }) => signIn),
    sessions: Object.fromEntries(made.map(({ signIn, session }) => [signIn.as, session])) as Record<
      SignIn['as'],
      PortalClient
    >,
  };
}
