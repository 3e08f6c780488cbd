import {
  AdminAddUserToGroupCommand,
  AdminInitiateAuthCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AssociateSoftwareTokenCommand,
  DescribeUserPoolClientCommand,
  VerifySoftwareTokenCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { TOTP } from 'otpauth';
import { requestRegistration, verifyRegistration } from '#shared/contract/auth';
import { PortalClient } from '../portal-client';
import { demoPassword, type DemoPerson } from './demo-people';
import type { SignIn } from '../cloud/state/sign-in';
import { secretHash } from '../cognito/services/secret-hash';

interface PeopleContext {
  portalUrl: string;
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
  clientId: string;
  /** The newest code sent to an address; empty as long as there is none. */
  newestCode: (to: string) => string;
  /** Unix milliseconds on the local clock. */
  now: () => number;
}

/** The code of a registration. The portal responds after a fixed time, so on a busy machine the mail may come later. */
async function codeFor(to: string, newestCode: (to: string) => string): Promise<string> {
  for (let look = 0; look < 300; look += 1) {
    const code = newestCode(to);
    if (code !== '') return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No code came to ${to}`);
}

/** Registers a person by the portal's own calls; the mailed code signs the client in. */
async function register({ portalUrl, newestCode }: PeopleContext, person: DemoPerson): Promise<PortalClient> {
  const { email, username } = person;
  const client = new PortalClient(portalUrl);
  await client.send(requestRegistration, { body: { email, username, password: demoPassword } });
  const verificationCode = await codeFor(email, newestCode);
  await client.send(verifyRegistration, { body: { email, verificationCode } });
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

/** Sets up an authenticator app as its owner would; returns the app's secret (base32). */
async function setUpTotp({ cognito, userPoolId, clientId, now }: PeopleContext, person: DemoPerson): Promise<string> {
  const { UserPoolClient } = await cognito.send(
    new DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId }),
  );
  const SECRET_HASH = secretHash({ id: clientId, secret: UserPoolClient?.ClientSecret ?? '' }, person.email);
  const signedIn = await cognito.send(
    new AdminInitiateAuthCommand({
      UserPoolId: userPoolId,
      ClientId: clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: person.email, PASSWORD: demoPassword, SECRET_HASH },
    }),
  );
  const AccessToken = signedIn.AuthenticationResult?.AccessToken;
  const { SecretCode } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  if (!SecretCode) throw new Error('Cognito returned no secret for the authenticator app');
  const UserCode = new TOTP({ secret: SecretCode }).generate({ timestamp: now() });
  await cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: userPoolId,
      Username: person.email,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    }),
  );
  return SecretCode;
}

/** A registered person: how they sign in, and their session. */
export interface Registered {
  signIn: SignIn;
  session: PortalClient;
}

/** Registers people side by side; returns them in the same order. */
export function makePeople(context: PeopleContext, people: readonly DemoPerson[]): Promise<Registered[]> {
  return Promise.all(
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
}
