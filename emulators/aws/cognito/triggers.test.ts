import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { claimsOf, createPool, refusal, signIn, testPassword } from './testing/create-pool';
import { arnOf, respond } from './testing/recorded-triggers';
import { mailedCode, testTriggeredPool, userEmail } from './testing/triggered-pool';

const { triggers, cognito, pool, signUp, confirm } = testTriggeredPool();

describe('the other triggers', () => {
  it('the triggers of a sign-up and a sign-in run in order, with their data', async () => {
    await signUp({ ValidationData: [{ Name: 'captcha', Value: 'ok' }], ClientMetadata: { a: 'b' } });
    expect(triggers.events[0]?.request).toMatchObject({
      validationData: { captcha: 'ok' },
      clientMetadata: { a: 'b' },
    });
    await confirm();
    await signIn(cognito, pool, userEmail);
    expect(triggers.sources()).toEqual([
      'PreSignUp_SignUp',
      'CustomMessage_SignUp',
      'PostConfirmation_ConfirmSignUp',
      'PreAuthentication_Authentication',
      'PostAuthentication_Authentication',
      'TokenGeneration_Authentication',
    ]);
    await cognito.client.send(new ForgotPasswordCommand({ ClientId: pool.ClientId, Username: userEmail }));
    const reset = {
      ClientId: pool.ClientId,
      Username: userEmail,
      ConfirmationCode: mailedCode,
      Password: testPassword,
      ClientMetadata: { c: 'd' },
    };
    await cognito.client.send(new ConfirmForgotPasswordCommand(reset));
    expect(triggers.events.at(-1)).toMatchObject({
      triggerSource: 'PostConfirmation_ConfirmForgotPassword',
      request: { clientMetadata: { c: 'd' } },
    });
  });

  it('pre sign-up: the trigger refuses a sign-up, or confirms it', async () => {
    triggers.functions['pre-sign-up'] = () => {
      throw new Error('not here');
    };
    await expect(signUp()).rejects.toMatchObject(
      refusal('UserLambdaValidationException', 'PreSignUp failed with error not here.'),
    );
    triggers.functions['pre-sign-up'] = respond({ autoConfirmUser: true, autoVerifyEmail: true });
    expect(await signUp()).toMatchObject({ UserConfirmed: true });
    expect(cognito.sent).toEqual([]);
    const { IdToken } = await signIn(cognito, pool, userEmail);
    expect(claimsOf(IdToken)).toMatchObject({ email_verified: true });
  });

  it('the triggers of a sign-in stop it, or change its claims', async () => {
    await signUp();
    await confirm();
    triggers.functions['token'] = respond({
      claimsOverrideDetails: {
        claimsToAddOrOverride: { plan: 'gold', sub: 'forged' },
        claimsToSuppress: ['email'],
        groupOverrideDetails: { groupsToOverride: ['x'] },
      },
    });
    const { IdToken, AccessToken } = await signIn(cognito, pool, userEmail);
    expect(claimsOf(IdToken)).toMatchObject({ plan: 'gold', 'cognito:groups': ['x'] });
    expect(claimsOf(IdToken)['sub']).not.toBe('forged');
    expect(claimsOf(IdToken)).not.toHaveProperty('email');
    expect(claimsOf(AccessToken)).not.toHaveProperty('plan');
    triggers.functions['pre-authentication'] = () => {
      throw new Error('closed');
    };
    await expect(signIn(cognito, pool, userEmail)).rejects.toMatchObject(refusal('UserLambdaValidationException'));
  });

  it('version 2 of the token trigger changes the claims of both tokens', async () => {
    const settings = {
      LambdaConfig: { PreTokenGenerationConfig: { LambdaVersion: 'V2_0' as const, LambdaArn: arnOf('token') } },
    };
    Object.assign(pool, await createPool(cognito, settings));
    triggers.functions['token'] = respond({
      claimsAndScopeOverrideDetails: {
        idTokenGeneration: { claimsToAddOrOverride: { plan: 'gold' } },
        accessTokenGeneration: { claimsToAddOrOverride: { plan: 'gold' }, scopesToAdd: ['shops'] },
      },
    });
    await signUp();
    await confirm();
    const { IdToken, AccessToken } = await signIn(cognito, pool, userEmail);
    expect(triggers.events.at(-1)).toMatchObject({
      version: '2',
      request: { scopes: ['aws.cognito.signin.user.admin'] },
    });
    expect(claimsOf(IdToken)).toMatchObject({ plan: 'gold' });
    expect(claimsOf(AccessToken)).toMatchObject({ plan: 'gold', scope: 'aws.cognito.signin.user.admin shops' });
  });

  it('a trigger calls the service for the same user: no deadlock', async () => {
    triggers.functions['post-confirmation'] = async (event) => {
      await cognito.client.send(new ForgotPasswordCommand({ ClientId: pool.ClientId, Username: userEmail }));
      return event;
    };
    await signUp();
    await confirm();
    expect(triggers.sources()).toContain('CustomMessage_ForgotPassword');
  });
});
