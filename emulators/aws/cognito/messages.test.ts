import {
  AdminCreateUserCommand,
  AdminSetUserMFAPreferenceCommand,
  ForgotPasswordCommand,
  GetUserAttributeVerificationCodeCommand,
  ResendConfirmationCodeCommand,
  UpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { passwordSignIn, refusal, signIn } from './testing/create-pool';
import { respond, testTriggeredPool, userEmail } from './testing/triggered-pool';

const userPhone = '+819012345678';
const { trigger, cognito, pool, signUp, confirm } = testTriggeredPool();

/** An SMS to the signed-in user's number, which proves it. */
async function askForSms(): Promise<void> {
  const { AccessToken } = await signIn(cognito, pool, userEmail);
  const UserAttributes = [{ Name: 'phone_number', Value: userPhone }];
  await cognito.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes }));
  await cognito.client.send(
    new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'phone_number' }),
  );
}

describe('the custom message trigger', () => {
  it('a sign-up: the trigger receives the event that the service sends', async () => {
    await signUp({
      UserAttributes: [{ Name: 'name', Value: '花子' }],
      ClientMetadata: { origin: 'https://portal.example' },
    });
    const event = trigger.events.find(({ triggerSource }) => triggerSource === 'CustomMessage_SignUp');
    expect(event).toEqual({
      version: '1',
      region: 'ap-northeast-1',
      userPoolId: pool.UserPoolId,
      userName: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      callerContext: { awsSdkVersion: expect.any(String) as string, clientId: pool.ClientId },
      triggerSource: 'CustomMessage_SignUp',
      request: {
        userAttributes: {
          sub: event?.userName,
          email: userEmail,
          email_verified: 'false',
          name: '花子',
          'cognito:user_status': 'UNCONFIRMED',
        },
        codeParameter: '{####}',
        linkParameter: '{##Click Here##}',
        usernameParameter: null,
        clientMetadata: { origin: 'https://portal.example' },
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    });
  });

  it('the mail has the trigger’s words: each placeholder is the code, and links stay in the text', async () => {
    const emailMessage =
      '<html><head><style>p{}</style></head><body><p>確認コード：<b>{####}</b></p>' +
      '<p><a href="https://portal.example/verify-email?token=u1.{####}&amp;x=1">メールアドレスを確認する</a></p></body></html>';
    trigger.run = respond({ emailSubject: '【Revonizer】確認コード {####}', emailMessage });
    await signUp();
    expect(cognito.sent).toEqual([
      {
        channel: 'email',
        to: userEmail,
        subject: '【Revonizer】確認コード 123456',
        text: '確認コード：123456\nメールアドレスを確認する ( https://portal.example/verify-email?token=u1.123456&x=1 )',
      },
    ]);
  });

  it('is called for every kind of message with its own name', async () => {
    await signUp();
    await cognito.client.send(new ResendConfirmationCodeCommand({ ClientId: pool.ClientId, Username: userEmail }));
    await confirm();
    await cognito.client.send(
      new ForgotPasswordCommand({ ClientId: pool.ClientId, Username: userEmail, ClientMetadata: { a: 'b' } }),
    );
    const { AccessToken } = await signIn(cognito, pool, userEmail);
    const UserAttributes = [{ Name: 'email', Value: 'new@example.com' }];
    await cognito.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes }));
    await askForSms();
    const user = { UserPoolId: pool.UserPoolId, Username: userEmail };
    await cognito.client.send(new AdminSetUserMFAPreferenceCommand({ ...user, SMSMfaSettings: { Enabled: true } }));
    await cognito.client.send(passwordSignIn(pool, userEmail));
    await cognito.client.send(new AdminCreateUserCommand({ UserPoolId: pool.UserPoolId, Username: 'b@example.com' }));
    expect(trigger.events.map(({ triggerSource }) => triggerSource)).toEqual([
      'CustomMessage_SignUp',
      'CustomMessage_ResendCode',
      'CustomMessage_ForgotPassword',
      'CustomMessage_UpdateUserAttribute',
      'CustomMessage_VerifyUserAttribute',
      'CustomMessage_Authentication',
      'CustomMessage_AdminCreateUser',
    ]);
    expect(
      trigger.events.find(({ triggerSource }) => triggerSource === 'CustomMessage_ForgotPassword')?.request
        .clientMetadata,
    ).toEqual({ a: 'b' });
    expect(trigger.events.at(-1)).toMatchObject({
      request: { usernameParameter: '{username}' },
      callerContext: { clientId: 'CLIENT_ID_NOT_APPLICABLE' },
    });
  });

  it('leaves the code out: its words are not used', async () => {
    trigger.run = respond({ emailMessage: 'コードはありません', smsMessage: '認証コード {####}' });
    await signUp();
    expect(cognito.lastTo(userEmail).text).toBe('Your verification code is 123456.');
    await confirm();
    await askForSms();
    expect(cognito.lastTo(userPhone)).toEqual({
      channel: 'sms',
      to: userPhone,
      subject: '',
      text: '認証コード 123456',
    });
  });

  it('words invitations with name and temporary password', async () => {
    trigger.run = respond({
      emailSubject: 'ようこそ',
      emailMessage: '{username} 様 仮パスワード {####}',
    });
    await cognito.client.send(
      new AdminCreateUserCommand({
        UserPoolId: pool.UserPoolId,
        Username: userEmail,
        TemporaryPassword: 'Temporary-1',
      }),
    );
    expect(cognito.lastTo(userEmail)).toMatchObject({
      subject: 'ようこそ',
      text: 'a@example.com 様 仮パスワード Temporary-1',
    });
  });

  it('a text over 140 characters (SMS) or 20,000 (mail), the code included, is refused', async () => {
    trigger.run = respond({
      smsMessage: '{####}'.padEnd(140, 'あ'),
      emailMessage: '{####}'.padEnd(20_000, 'a'),
    });
    await signUp();
    expect(cognito.lastTo(userEmail).text).toHaveLength(20_000);
    await confirm();
    await askForSms();
    expect(cognito.lastTo(userPhone).text).toHaveLength(140);
    trigger.run = respond({
      smsMessage: '{####}'.padEnd(141, 'あ'),
      emailMessage: '{####}'.padEnd(20_001, 'a'),
    });
    const invalid = { name: 'InvalidLambdaResponseException' };
    await expect(askForSms()).rejects.toMatchObject(invalid);
    await expect(signUp({ Username: 'd@example.com' })).rejects.toMatchObject(invalid);
  });

  it('throws or returns nonsense: the operation fails', async () => {
    trigger.run = () => {
      throw new Error('no template');
    };
    await expect(signUp()).rejects.toMatchObject(
      refusal('UserLambdaValidationException', 'CustomMessage failed with error no template.'),
    );
    await expect(signUp()).rejects.toMatchObject(refusal('UsernameExistsException'));
    trigger.run = () => 'text';
    await expect(signUp({ Username: 'b@example.com' })).rejects.toMatchObject(
      refusal('InvalidLambdaResponseException'),
    );
  });
});
