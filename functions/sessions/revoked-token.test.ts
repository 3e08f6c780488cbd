import type { Fault } from '../../local/testing/functions';
import { createStripeEmulator } from '../../emulators/stripe/index';
import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import { setSecondStep, updateAccount } from '#functions/platform/cognito/accounts';
import { cognito, userOf } from '#functions/platform/cognito/client';
import type { CallHandler } from '#functions/http/define-handler';
import type { Browser } from '#functions/testing/browser';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { getUser, requestEmailChange, resendEmailChange, verifyEmailChange } from '#functions/accounts/calls';
import { changePassword, confirmPassword, setUpSms, setUpTotp, verifySms, verifyTotp } from '#functions/security/calls';

const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
const password = 'correct horse';
const newEmail = 'new@example.jp';
const phoneNumber = '090-1234-5678';
const nothing = (): Promise<unknown> => Promise.resolve();
const asksForAddress = (browser: Browser) => browser.post(requestEmailChange, { newEmail });

/** A password is then checked with the token, because a sign-in would send an SMS. */
async function switchSmsOn(_: Browser, userId: string): Promise<void> {
  await updateAccount(userId, { phoneNumber: '+819012345678' });
  await setSecondStep(userId, 'sms');
}

interface Use {
  call: string;
  operation: string;
  handler: CallHandler;
  body?: Record<string, unknown>;
  before?: (browser: Browser, userId: string) => Promise<unknown>;
}

const uses: Use[] = [
  {
    call: 'confirm-password',
    operation: 'ChangePassword',
    handler: confirmPassword,
    body: { password },
    before: switchSmsOn,
  },
  {
    call: 'change-password',
    operation: 'AdminInitiateAuth',
    handler: changePassword,
    body: { newPassword: 'a brand new one' },
  },
  {
    call: 'request-email-change',
    operation: 'UpdateUserAttributes',
    handler: requestEmailChange,
    body: { newEmail },
  },
  {
    call: 'resend-email-change',
    operation: 'UpdateUserAttributes',
    handler: resendEmailChange,
    body: { newEmail },
    before: asksForAddress,
  },
  {
    call: 'verify-email-change',
    operation: 'VerifyUserAttribute',
    handler: verifyEmailChange,
    body: { verificationCode: '123456' },
    before: asksForAddress,
  },
  { call: 'sms-setup', operation: 'GetUserAttributeVerificationCode', handler: setUpSms, body: { phoneNumber } },
  {
    call: 'sms-verify',
    operation: 'VerifyUserAttribute',
    handler: verifySms,
    body: { code: '123456' },
    before: (browser) => browser.post(setUpSms, { phoneNumber }),
  },
  { call: 'totp-setup', operation: 'AssociateSoftwareToken', handler: setUpTotp },
  {
    call: 'totp-verify',
    operation: 'VerifySoftwareToken',
    handler: verifyTotp,
    body: { code: '123456' },
    before: (browser) => browser.post(setUpTotp),
  },
];

test.each(uses)(
  'staff end all tokens while $call is on its way: 401 and no word of a wrong password or code',
  async ({ operation, handler, body, before = nothing }) => {
    const user = await services.createUser({ email: 'owner@example.jp', password });
    const browser = await signedIn(user);
    await before(browser, user.userId);
    services.inject(async (_, asked): Promise<Fault> => {
      if (asked === operation) await cognito.send(new AdminUserGlobalSignOutCommand(userOf(user.userId)));
      return 'pass';
    });
    expect(await browser.post(handler, body)).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
    services.clearFaults();
    expect((await browser.get(getUser)).status).toBe(401);
  },
);
