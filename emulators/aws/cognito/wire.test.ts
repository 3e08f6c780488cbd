import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  ConfirmSignUpCommand,
  GetUserCommand,
  ListDevicesCommand,
  ListUserPoolsCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { StillClock } from '../../platform/index';
import { createCognitoEmulator } from './create-cognito-emulator';
import {
  createPool,
  passwordSignIn,
  refresh,
  refusal,
  signIn,
  signUpAndConfirm,
  testPassword,
} from './testing/create-pool';
import { startCognito } from './testing/start-cognito';

const call = (url: string, operation: string, body: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body,
  });

describe('the wire', () => {
  it('an unsupported operation or parameter: refused by name', async () => {
    const cognito = await startCognito();
    const pool = await createPool(cognito);
    await expect(cognito.client.send(new ListDevicesCommand({ AccessToken: 'x' }))).rejects.toMatchObject({
      name: 'NotEmulatedException',
      message: expect.stringContaining('the operation ListDevices') as string,
      $metadata: { httpStatusCode: 501 },
    });
    const srp = new AdminInitiateAuthCommand({
      ...pool,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: 'a', SRP_A: '1' },
    });
    await expect(cognito.client.send(srp)).rejects.toMatchObject(refusal('NotEmulatedException', /USER_SRP_AUTH/));
    const parameter = await call(
      cognito.url,
      'SignUp',
      JSON.stringify({ ClientId: pool.ClientId, Username: 'a@example.com', Invented: 1 }),
    );
    expect(await parameter.json()).toMatchObject({
      __type: 'NotEmulatedException',
      message: expect.stringContaining('the parameter Invented of SignUp') as string,
    });
    await cognito.stop();
  });

  it('bad requests: the service’s own errors', async () => {
    const cognito = await startCognito();
    const missing = await call(cognito.url, 'SignUp', '{}');
    expect(missing.status).toBe(400);
    expect(missing.headers.get('x-amzn-errortype')).toBe('InvalidParameterException');
    expect(await missing.json()).toEqual({
      __type: 'InvalidParameterException',
      message: "1 validation error detected: Value at 'clientId' failed to satisfy constraint: Member must not be null",
    });
    expect(await (await call(cognito.url, 'SignUp', '{')).json()).toMatchObject({ __type: 'SerializationException' });
    expect(await (await fetch(cognito.url, { method: 'POST', body: '{}' })).json()).toMatchObject({
      __type: 'UnknownOperationException',
    });
    expect((await fetch(`${cognito.url}/favicon.ico`)).status).toBe(404);
    await cognito.stop();
  });

  it('the operation of a request is named', async () => {
    const emulator = await createCognitoEmulator({ clock: new StillClock(0), outbox: () => Promise.resolve() });
    const request = (method: string, url: string, target?: string) => ({
      method,
      url,
      headers: { 'x-amz-target': target },
      body: Buffer.alloc(0),
    });
    expect(emulator.operationOf(request('POST', '/', 'AWSCognitoIdentityProviderService.AdminInitiateAuth'))).toBe(
      'AdminInitiateAuth',
    );
    expect(emulator.operationOf(request('GET', '/pool/.well-known/jwks.json'))).toBe('jwks.json');
    expect(emulator.operationOf(request('GET', '/elsewhere'))).toBe('GET /elsewhere');
    await emulator.close();
  });
});

describe('the journal', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cognito-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps users, codes, open steps and tokens after a kill, and no password in clear', async () => {
    const journalPath = join(folder, 'cognito.jsonl');
    const before = await startCognito({ journalPath });
    const pool = await createPool(before);
    await signUpAndConfirm(before, pool, 'a@example.com');
    const tokens = await signIn(before, pool, 'a@example.com');
    await before.client.send(
      new SignUpCommand({ ClientId: pool.ClientId, Username: 'b@example.com', Password: testPassword }),
    );
    const phone = {
      UserAttributes: [
        { Name: 'phone_number', Value: '+819012345678' },
        { Name: 'phone_number_verified', Value: 'true' },
      ],
    };
    await before.client.send(
      new AdminUpdateUserAttributesCommand({ UserPoolId: pool.UserPoolId, Username: 'a@example.com', ...phone }),
    );
    const SMSMfaSettings = { Enabled: true };
    await before.client.send(
      new AdminSetUserMFAPreferenceCommand({
        UserPoolId: pool.UserPoolId,
        Username: 'a@example.com',
        SMSMfaSettings,
      }),
    );
    const { Session } = await before.client.send(passwordSignIn(pool, 'a@example.com'));
    const kept = await readFile(journalPath, 'utf8');
    expect(kept).not.toContain(testPassword);
    expect(kept).not.toContain(tokens.RefreshToken);

    // Another process opens the journal of the first one, which is still running: the same as after a kill.
    const after = await startCognito({ journalPath });
    const user = await after.client.send(new GetUserCommand({ AccessToken: tokens.AccessToken }));
    expect(user.UserMFASettingList).toEqual(['SMS_MFA']);
    await expect(refresh(after, pool, tokens.RefreshToken)).resolves.toHaveProperty('AuthenticationResult');
    const confirm = {
      ClientId: pool.ClientId,
      Username: 'b@example.com',
      ConfirmationCode: before.codeTo('b@example.com'),
    };
    await expect(after.client.send(new ConfirmSignUpCommand(confirm))).resolves.toBeDefined();
    const answer = new AdminRespondToAuthChallengeCommand({
      ...pool,
      ChallengeName: 'SMS_MFA',
      Session,
      ChallengeResponses: { USERNAME: 'a@example.com', SMS_MFA_CODE: before.codeTo('+819012345678') },
    });
    await expect(after.client.send(answer)).resolves.toHaveProperty('AuthenticationResult');
    await before.stop();
    await after.stop();
  });

  it('a reset deletes everything', async () => {
    const journalPath = join(folder, 'cognito.jsonl');
    const cognito = await startCognito({ journalPath });
    const pool = await createPool(cognito);
    await cognito.reset();
    expect((await cognito.client.send(new ListUserPoolsCommand({ MaxResults: 1 }))).UserPools).toEqual([]);
    const set = new AdminSetUserPasswordCommand({ UserPoolId: pool.UserPoolId, Username: 'a', Password: testPassword });
    await expect(cognito.client.send(set)).rejects.toMatchObject(refusal('ResourceNotFoundException'));
    await cognito.stop();
    expect(await readFile(journalPath, 'utf8')).toBe('');
  });
});
