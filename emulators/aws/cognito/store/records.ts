import type {
  CreateUserPoolClientRequest,
  CreateUserPoolRequest,
  SchemaAttributeType,
  UserStatusType,
} from '@aws-sdk/client-cognito-identity-provider';

/** Times are Unix milliseconds throughout. */

export interface PoolRecord {
  id: string;
  name: string;
  created: number;
  modified: number;
  settings: Omit<CreateUserPoolRequest, 'PoolName' | 'Schema' | 'MfaConfiguration'>;
  schema: SchemaAttributeType[];
  mfa: { mode: 'OFF' | 'OPTIONAL'; sms: boolean; softwareToken: boolean };
  /** Made when the first token is signed. */
  signingKey?: { kid: string; privateKey: string };
}

/** A secret of a client; no two of a client were made at the same time. */
export interface ClientSecret {
  value: string;
  created: number;
}

export interface ClientRecord {
  id: string;
  poolId: string;
  name: string;
  /**
   * The secret that it was made with, until that is deleted; DescribeUserPoolClient shows no other
   * (github.com/floci-io/floci/pull/345).
   */
  secret?: string;
  addedSecrets?: ClientSecret[];
  created: number;
  modified: number;
  settings: Omit<CreateUserPoolClientRequest, 'UserPoolId' | 'ClientName' | 'GenerateSecret' | 'ClientSecret'>;
}

export interface GroupRecord {
  poolId: string;
  name: string;
  description?: string;
  precedence?: number;
  created: number;
  modified: number;
}

/** A stored password: scrypt's result and its parameters. */
export interface PasswordHash {
  hash: string;
  salt: string;
  cost: number;
}

/** What a code proves; a code for one purpose does not work for another. */
export type CodePurpose = 'sign-up' | 'reset' | ContactAttribute;
export type ContactAttribute = 'email' | 'phone_number';
export type Factor = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA';

export interface SentCode {
  code: string;
  expires: number;
  /** The attribute that the code was sent to. */
  attribute: ContactAttribute;
}

/** Wrong passwords, or wrong codes of the second step, since the last right one. */
interface Failures {
  count: number;
  last: number;
  lockedUntil: number;
}

export interface UserRecord {
  sub: string;
  poolId: string;
  username: string;
  created: number;
  modified: number;
  enabled: boolean;
  status: Extract<UserStatusType, 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'>;
  /** Without `sub`. */
  attributes: Record<string, string>;
  /** Values that wait for their code while the old one stays in force. */
  pending: Partial<Record<ContactAttribute, string>>;
  groups: string[];
  password?: PasswordHash;
  /** When a temporary password ends. */
  temporaryUntil?: number;
  failures: { password?: Failures; secondStep?: Failures };
  codes: Partial<Record<CodePurpose, SentCode>>;
  /** Times of the actions that Cognito limits by the hour, by the action's name. */
  attempts: Record<string, number[]>;
  mfa: { sms: boolean; softwareToken: boolean; preferred?: Factor };
  /** `usedSteps`: the 30-second steps whose code was used recently. */
  softwareToken?: { secret: string; deviceName?: string; usedSteps: number[] };
  /** Secret given out by AssociateSoftwareToken and not verified yet. */
  pendingSecret?: string;
}

/** The result of one sign-in: a refresh token and every token made from it (`origin_jti`). */
export interface SignInRecord {
  id: string;
  poolId: string;
  clientId: string;
  sub: string;
  refreshTokenHash: string;
  began: number;
  expires: number;
  revoked: boolean;
}

export interface ChallengeRecord {
  /** SHA-256 of the session that the client holds. */
  id: string;
  poolId: string;
  clientId: string;
  sub: string;
  name: Factor | 'NEW_PASSWORD_REQUIRED' | 'SELECT_MFA_TYPE';
  /** The code that was sent by SMS. */
  code?: string;
  expires: number;
  used: boolean;
}
