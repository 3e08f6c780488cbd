import type { AdminCreateUserRequest, AdminCreateUserResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { checkAttributes, toRecord } from '../services/attributes';
import { describeUser } from '../services/describe';
import { poolById } from '../services/find';
import { resendInvitation, sendInvitation } from '../services/invitation';
import { checkNameIsFree, emptyUser, nameUser, withVerifiedMarks } from '../services/new-user';
import { checkPasswordPolicy, hashPassword, temporaryPassword, temporaryPasswordEnd } from '../services/passwords';
import { preSignUp } from '../services/pre-sign-up';
import type { UserRecord } from '../store/records';

/** A user with a temporary password; an invitation with it is sent unless that is suppressed. */
export const adminCreateUser = operation<AdminCreateUserRequest, AdminCreateUserResponse>('AdminCreateUser')({
  requires: ['UserPoolId', 'Username'],
  takes: [
    'UserAttributes',
    'ValidationData',
    'TemporaryPassword',
    'MessageAction',
    'DesiredDeliveryMediums',
    'ClientMetadata',
  ],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    if (input.MessageAction === 'RESEND') return resendInvitation(cognito, pool, input);
    const { sub, username, attributes } = nameUser(pool, input.Username, toRecord(input.UserAttributes));
    const password = input.TemporaryPassword ?? temporaryPassword(pool);
    checkPasswordPolicy(pool, password);
    checkAttributes(pool, attributes);
    const { ValidationData: validationData, ClientMetadata: clientMetadata } = input;
    const trigger = await preSignUp(cognito, { pool, username, attributes, validationData, clientMetadata });
    const hash = await hashPassword(cognito, password);
    checkNameIsFree(cognito, pool, username, attributes);
    const user: UserRecord = {
      ...emptyUser(cognito, pool),
      sub,
      username,
      status: 'FORCE_CHANGE_PASSWORD',
      attributes: { ...withVerifiedMarks(attributes), ...trigger.verified },
      password: hash,
      temporaryUntil: temporaryPasswordEnd(pool, cognito.clock.now()),
    };
    await cognito.store.users.put(sub, user);
    const invitation = { pool, user, password, mediums: input.DesiredDeliveryMediums, clientMetadata };
    if (input.MessageAction !== 'SUPPRESS') await sendInvitation(cognito, invitation);
    return { User: describeUser(user) };
  },
});
