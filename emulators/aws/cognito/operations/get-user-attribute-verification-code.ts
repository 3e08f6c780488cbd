import type {
  GetUserAttributeVerificationCodeRequest,
  GetUserAttributeVerificationCodeResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { invalidParameter } from '../services/errors';
import { countRequest } from '../services/hourly-quotas';
import { operation } from '../services/operation';
import { makeCode } from '../services/codes';
import { contactAttribute } from '../services/contact-attribute';
import { sendCode } from '../services/messages';
import { authorize } from '../services/tokens';

/** Sends a signed-in user a code that proves the address or number. */
export const getUserAttributeVerificationCode = operation<
  GetUserAttributeVerificationCodeRequest,
  GetUserAttributeVerificationCodeResponse
>('GetUserAttributeVerificationCode')({
  requires: ['AccessToken', 'AttributeName'],
  takes: ['ClientMetadata'],
  run: async (cognito, input) => {
    const { pool, client, user } = await authorize(cognito, input.AccessToken);
    const attribute = contactAttribute(input.AttributeName);
    // If a value waits for its code, that value is the one to prove.
    const to = user.pending[attribute] ?? user.attributes[attribute];
    if (to === undefined) throw invalidParameter(`User has no attribute ${attribute} to verify.`);
    await countRequest(cognito, user, 'GetUserAttributeVerificationCode');
    const code = await makeCode(cognito, user, attribute, attribute);
    const message = {
      pool,
      client,
      user,
      source: 'VerifyUserAttribute',
      attribute,
      to,
      code,
      clientMetadata: input.ClientMetadata,
    } as const;
    return { CodeDeliveryDetails: await sendCode(cognito, message) };
  },
});
