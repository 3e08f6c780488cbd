import type { AttributeType } from '@aws-sdk/client-cognito-identity-provider';
import { invalidParameter } from './errors';
import type { ClientRecord, PoolRecord } from '../store/records';
import { toRecord } from './attributes';
import type { Cognito } from './cognito';
import { callTrigger } from './triggers';

interface NewUser {
  pool: PoolRecord;
  /** Absent if an administrator creates the user. */
  client?: ClientRecord;
  username: string;
  attributes: Record<string, string>;
  validationData: AttributeType[] | undefined;
  clientMetadata: Record<string, string> | undefined;
}

interface Response {
  autoConfirmUser?: boolean;
  autoVerifyEmail?: boolean;
  autoVerifyPhone?: boolean;
}

/** Calls the pre sign-up trigger, which may refuse the user, confirm it or mark its address and number as verified. */
export async function preSignUp(
  cognito: Cognito,
  user: NewUser,
): Promise<{ autoConfirmUser: boolean; verified: Record<string, string> }> {
  const { pool, client, username, attributes, validationData, clientMetadata } = user;
  const response = await callTrigger<Response>(cognito, {
    pool,
    client,
    userName: username,
    trigger: 'PreSignUp',
    source: client ? 'PreSignUp_SignUp' : 'PreSignUp_AdminCreateUser',
    request: {
      userAttributes: attributes,
      validationData: validationData ? toRecord(validationData) : null,
      ...(clientMetadata && { clientMetadata }),
    },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  });
  const verified: Record<string, string> = {};
  for (const [wanted, name] of [
    [response?.autoVerifyEmail, 'email'],
    [response?.autoVerifyPhone, 'phone_number'],
  ] as const) {
    if (!wanted) continue;
    if (attributes[name] === undefined) throw invalidParameter(`Cannot auto verify ${name}: the user has none`);
    verified[`${name}_verified`] = 'true';
  }
  return { autoConfirmUser: response?.autoConfirmUser ?? false, verified };
}
