/** A way into the demo data, as `/__local/services` lists it. */
export interface SignIn {
  as: 'owner' | 'empty' | 'sms' | 'totp' | 'admin';
  email: string;
  password: string;
  /** Base32; what an authenticator app is given. */
  totpSecret?: string;
}
