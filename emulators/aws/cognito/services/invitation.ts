import type {
  AdminCreateUserRequest,
  AdminCreateUserResponse,
  DeliveryMediumType,
} from '@aws-sdk/client-cognito-identity-provider';
import { CognitoError, invalidParameter } from './errors';
import type { ContactAttribute, PoolRecord, UserRecord } from '../store/records';
import type { Cognito } from './cognito';
import { describeUser } from './describe';
import { userByName } from './find';
import { sendCode } from './messages';
import { checkPasswordPolicy, hashPassword, temporaryPassword, temporaryPasswordEnd } from './passwords';

interface Invitation {
  pool: PoolRecord;
  user: UserRecord;
  password: string;
  mediums: DeliveryMediumType[] | undefined;
  clientMetadata: Record<string, string> | undefined;
}

/**
 * Sends the temporary password by the requested mediums; if there are none, to the number if there is one, otherwise by
 * mail.
 */
export async function sendInvitation(
  cognito: Cognito,
  { pool, user, password, mediums, clientMetadata }: Invitation,
): Promise<void> {
  const usual: DeliveryMediumType[] = [user.attributes['phone_number'] === undefined ? 'EMAIL' : 'SMS'];
  for (const medium of mediums?.length ? mediums : usual) {
    const attribute: ContactAttribute = medium === 'EMAIL' ? 'email' : 'phone_number';
    const to = user.attributes[attribute];
    if (to === undefined) throw invalidParameter(`User has no ${attribute} to deliver the invitation to`);
    await sendCode(cognito, { pool, user, source: 'AdminCreateUser', attribute, to, code: password, clientMetadata });
  }
}

/** Gives a user who never signed in a new temporary password and sends it (MessageAction RESEND). */
export async function resendInvitation(
  cognito: Cognito,
  pool: PoolRecord,
  input: Pick<AdminCreateUserRequest, 'TemporaryPassword' | 'DesiredDeliveryMediums' | 'ClientMetadata'> & {
    Username: string;
  },
): Promise<AdminCreateUserResponse> {
  const user = userByName(cognito, pool, input.Username);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new CognitoError('UnsupportedUserStateException', 'Resend not possible. Status is not FORCE_CHANGE_PASSWORD');
  }
  const password = input.TemporaryPassword ?? temporaryPassword(pool);
  checkPasswordPolicy(pool, password);
  const hash = await hashPassword(cognito, password);
  await cognito.store.users.change(user.sub, (changed) => {
    changed.password = hash;
    changed.temporaryUntil = temporaryPasswordEnd(pool, cognito.clock.now());
    changed.modified = cognito.clock.now();
  });
  await sendInvitation(cognito, {
    pool,
    user,
    password,
    mediums: input.DesiredDeliveryMediums,
    clientMetadata: input.ClientMetadata,
  });
  return { User: describeUser(user) };
}
