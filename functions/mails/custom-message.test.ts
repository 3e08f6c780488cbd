import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { parseLinkToken } from '#functions/accounts/link-token';
import { handler } from './custom-message';

const userId = '0f8fad5b-d9cb-469f-a165-70867728950e';

type Source = CustomMessageTriggerEvent['triggerSource'];

function event(triggerSource: Source, clientMetadata?: Record<string, string>): CustomMessageTriggerEvent {
  return {
    version: '1',
    region: 'ap-northeast-1',
    userPoolId: 'ap-northeast-1_test',
    userName: userId,
    triggerSource,
    callerContext: { awsSdkVersion: '3', clientId: 'client' },
    request: {
      userAttributes: { sub: userId, email: 'owner@example.jp', name: '<b>今すぐ https://bad.example へ</b>' },
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter: '{username}',
      ...(clientMetadata && { clientMetadata }),
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
}

/** The message as Cognito sends it, with the code instead of the placeholder. */
async function sent(source: Source, clientMetadata?: Record<string, string>) {
  const { response } = await handler(event(source, clientMetadata));
  const fill = (text: string | null): string => (text ?? '').replaceAll('{####}', '123456');
  return { subject: response.emailSubject ?? '', html: fill(response.emailMessage), sms: fill(response.smsMessage) };
}

const tokenOf = (html: string, path: string): string =>
  new RegExp(`http://localhost:3000${path}\\?token=([^"<]+)`).exec(html)?.[1] ?? '';

beforeEach(() => {
  process.env['PORTAL_ORIGIN'] = 'http://localhost:3000';
});

test.each(['CustomMessage_SignUp', 'CustomMessage_ResendCode'] as const)(
  '%s brings the code and a link that confirms',
  async (source) => {
    const { subject, html } = await sent(source);
    expect(subject).toBe('【レボナイザー】メールアドレスの確認');
    expect(html).toContain('123456</p>');
    expect(html).toContain('24時間');
    expect(parseLinkToken(tokenOf(html, '/verify-email'))).toEqual({ userId, code: '123456' });
  },
);

test('a registration: whoever did not register is shown the link that deletes it', async () => {
  const secret = 'S'.repeat(43);
  const { html } = await sent('CustomMessage_SignUp', { cancel: secret });
  expect(html).toContain('お心当たりがない場合は');
  expect(parseLinkToken(tokenOf(html, '/cancel-registration'))).toEqual({ userId, secret });
});

test('metadata that is no secret of the portal: none of it gets into the mail', async () => {
  const { html } = await sent('CustomMessage_SignUp', { cancel: '"><a href="https://bad.example">' });
  expect(html).not.toContain('bad.example');
  expect(html).not.toContain('/cancel-registration');
});

test('a reset: the mail has a link with the code, and no code to type', async () => {
  const { subject, html } = await sent('CustomMessage_ForgotPassword', { purpose: 'reset' });
  expect(subject).toBe('【レボナイザー】パスワードの再設定');
  expect(parseLinkToken(tokenOf(html, '/reset-password'))).toEqual({ userId, code: '123456' });
  expect(html).toContain('1時間');
});

test('a taken address: its owner gets a mail that says so', async () => {
  const { subject, html } = await sent('CustomMessage_ForgotPassword', { purpose: 'taken' });
  expect(subject).toContain('登録済み');
  expect(html).toContain('新しいアカウントは作成されていません');
  expect(html).toContain('http://localhost:3000/login');
  expect(parseLinkToken(tokenOf(html, '/reset-password'))).toEqual({ userId, code: '123456' });
});

test('an SMS with a code: one message, the code first', async () => {
  const { sms } = await sent('CustomMessage_Authentication');
  expect(sms).toMatch(/^123456 /);
  expect(sms.length).toBeLessThanOrEqual(70);
});

test.each(['CustomMessage_UpdateUserAttribute', 'CustomMessage_VerifyUserAttribute'] as const)(
  '%s words both a mail and an SMS',
  async (source) => {
    const { subject, html, sms } = await sent(source);
    expect(subject).toContain('メールアドレス変更');
    expect(html).toContain('123456');
    expect(sms).toContain('123456');
    expect(sms.length).toBeLessThanOrEqual(70);
  },
);

test('an invitation: the mail names user and temporary password', async () => {
  const { html, sms } = await sent('CustomMessage_AdminCreateUser');
  expect(html).toContain('{username}');
  expect(html).toContain('123456');
  expect(sms).toMatch(/\{username\}.*123456/);
});

test.each([
  'CustomMessage_SignUp',
  'CustomMessage_ForgotPassword',
  'CustomMessage_VerifyUserAttribute',
  'CustomMessage_AdminCreateUser',
] as const)('nothing that a user typed goes into a mail of %s', async (source) => {
  const { subject, html } = await sent(source);
  expect(subject.length).toBeLessThanOrEqual(140);
  expect(html.length).toBeLessThan(20_000);
  expect(html).not.toContain('bad.example');
});

test('an unknown kind of message: Cognito’s own words stay', async () => {
  const { response } = await handler(event('CustomMessage_Unknown' as Source));
  expect(response).toEqual({ smsMessage: null, emailMessage: null, emailSubject: null });
});
