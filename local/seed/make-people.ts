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
import pLimit from 'p-limit';
import { makeMasterPassword } from '#shared/contract/admin';
import { login, logout, requestRegistration, verifyRegistration } from '#shared/contract/auth';
import { PortalClient } from '../portal-client';
import type { SignIn } from '../cloud/state/state-file';
import { secretHash } from '#emulators/aws';

/** The password of all demo users. Long enough, and not on the lists of leaked passwords. */
const demoPassword = 'Revonizer-Demo-35';

export interface DemoPerson {
  as: SignIn['as'];
  email: string;
  username: string;
  /** E.164; needed for the second step `sms`. */
  phone?: string;
}

/** One sign-in for each state of an account that a screen can show. Mails to example.jp reach nobody. */
export const demoPeople: readonly DemoPerson[] = [
  { as: 'owner', email: 'owner@example.jp', username: '青山オーナー' },
  { as: 'chain', email: 'chain@example.jp', username: 'リラクゼーション空 本部' },
  { as: 'empty', email: 'empty@example.jp', username: 'はじめて' },
  { as: 'sms', email: 'sms@example.jp', username: 'SMS認証さん', phone: '+819012345678' },
  { as: 'totp', email: 'totp@example.jp', username: 'アプリ認証さん' },
  { as: 'admin', email: 'admin@example.jp', username: '管理者' },
];

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

/** The code of a registration, which takes a while if the registration has to wait or the machine is busy. */
async function codeFor(to: string, newestCode: (to: string) => string): Promise<string> {
  for (let look = 0; look < 1200; look += 1) {
    const code = newestCode(to);
    if (code !== '') return code;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`No code came to ${to}`);
}

/** One after another: a second copy of a function takes longer to load than the call takes. */
const [inTurnToConfirm, inTurnToSignIn] = [pLimit(1), pLimit(1)];

/**
 * Confirms a person's registration by the mailed code and signs them in, as on another device: the portal responds to a
 * registration after two seconds (decisions/registration), and the code comes long before.
 */
async function confirm({ portalUrl, newestCode }: PeopleContext, { email }: DemoPerson): Promise<PortalClient> {
  const client = new PortalClient(portalUrl);
  const verificationCode = await codeFor(email, newestCode);
  await inTurnToConfirm(() => client.send(verifyRegistration, { body: { email, verificationCode } }));
  await inTurnToSignIn(() => client.send(login, { body: { email, password: demoPassword } }));
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

/** A person who is being registered. */
export interface Registering {
  /** Their session, once their address is confirmed. */
  session: Promise<PortalClient>;
  /** How they sign in, once their account has all that belongs to it. */
  signIn: Promise<SignIn>;
  /** The portal's response to the registration. */
  response: Promise<unknown>;
}

async function setUp(context: PeopleContext, person: DemoPerson): Promise<SignIn> {
  const { as, email, phone } = person;
  if (phone) await setUpSms(context, { ...person, phone });
  if (as === 'admin')
    await context.cognito.send(
      new AdminAddUserToGroupCommand({ UserPoolId: context.userPoolId, Username: email, GroupName: 'admin' }),
    );
  const totpSecret = as === 'totp' ? await setUpTotp(context, person) : undefined;
  return { as, email, password: demoPassword, ...(totpSecret !== undefined && { totpSecret }) };
}

/** A registration takes two seconds and a copy of its function: so many at once. */
const registrationsAtOnce = 3;

/** Registers people by the portal's own calls, those first that stand first. */
export function makePeople(context: PeopleContext, people: readonly DemoPerson[]): Map<SignIn['as'], Registering> {
  const limit = pLimit(registrationsAtOnce);
  return new Map(
    people.map((person) => {
      const { as, email, username } = person;
      const body = { email, username, password: demoPassword };
      const response = limit(() => new PortalClient(context.portalUrl).send(requestRegistration, { body }));
      const session = confirm(context, person);
      return [as, { session, signIn: session.then(() => setUp(context, person)), response }];
    }),
  );
}

/** An administrator was signed in as a user once, as the user reads in /settings/security. */
export async function makeImpersonation(portalUrl: string, admin: string, user: string): Promise<void> {
  const administrator = new PortalClient(portalUrl);
  await administrator.send(login, { body: { email: admin, password: demoPassword } });
  const reason = 'お電話でのお問い合わせ（お支払い方法の確認）';
  const { masterPassword } = await administrator.send(makeMasterPassword, { body: { reason } });
  const impersonating = new PortalClient(portalUrl);
  await impersonating.send(login, { body: { email: user, password: masterPassword } });
  await impersonating.send(logout);
  await administrator.send(logout);
}
