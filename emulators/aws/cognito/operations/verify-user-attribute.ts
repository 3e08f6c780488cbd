import type {
  VerifyUserAttributeRequest,
  VerifyUserAttributeResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { countRequest } from '../services/hourly-quotas';
import { operation } from '../services/operation';
import { checkNotTaken } from '../services/change-attributes';
import { takeCode } from '../services/codes';
import { contactAttribute } from '../services/contact-attribute';
import { authorize } from '../services/tokens';

/** Proves an address or number; a value that waited replaces the old one. */
export const verifyUserAttribute = operation<VerifyUserAttributeRequest, VerifyUserAttributeResponse>(
  'VerifyUserAttribute',
)({
  requires: ['AccessToken', 'AttributeName', 'Code'],
  run: async (cognito, input) => {
    const { pool, user } = await authorize(cognito, input.AccessToken);
    const attribute = contactAttribute(input.AttributeName);
    const waiting = user.pending[attribute];
    // Another user may have taken it since the code was sent, or may take it right now.
    const check = () => waiting === undefined || checkNotTaken(cognito, pool, user, attribute, waiting);
    check();
    await countRequest(cognito, user, 'VerifyUserAttribute');
    await takeCode(cognito, user, attribute, input.Code);
    check();
    await cognito.store.users.change(user.sub, (changed) => {
      if (waiting !== undefined) changed.attributes[attribute] = waiting;
      delete changed.pending[attribute];
      changed.attributes[`${attribute}_verified`] = 'true';
      changed.modified = cognito.clock.now();
    });
    return {};
  },
});
