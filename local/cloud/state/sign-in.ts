/** A sign-in to the demo data, as `/__local/services` lists it. */
export interface SignIn {
  as: 'owner' | 'chain' | 'empty' | 'sms' | 'totp' | 'admin';
  email: string;
  password: string;
  /** The secret of the authenticator app, in base32. */
  totpSecret?: string;
}
