import {
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
  type AdminInitiateAuthCommandOutput,
  type AdminRespondToAuthChallengeCommandOutput,
  type AdminSetUserMFAPreferenceCommandInput,
  type ChallengeNameType,
} from '@aws-sdk/client-cognito-identity-provider';
import { TOTP } from 'otpauth';
import { createPool, passwordSignIn, signIn, signUpAndConfirm, type TestPool } from './create-pool';
import type { StartedCognito } from './start-cognito';

export const userEmail = 'a@example.com';
export const userPhone = '+819012345678';

/** A user of a new pool who has a mobile number and may set up a second step. */
export class UserWithPhone {
  private constructor(
    private readonly cognito: StartedCognito,
    readonly pool: TestPool,
    readonly AccessToken: string,
  ) {}

  static async signUp(cognito: StartedCognito): Promise<UserWithPhone> {
    const pool = await createPool(cognito);
    await signUpAndConfirm(cognito, pool, userEmail);
    const UserAttributes = [
      { Name: 'phone_number', Value: userPhone },
      { Name: 'phone_number_verified', Value: 'true' },
    ];
    const { UserPoolId } = pool;
    await cognito.client.send(
      new AdminUpdateUserAttributesCommand({ UserPoolId, Username: userEmail, UserAttributes }),
    );
    const { AccessToken } = await signIn(cognito, pool, userEmail);
    return new UserWithPhone(cognito, pool, AccessToken);
  }

  /** Signs in with the password; the second step is still to come. */
  begin(): Promise<AdminInitiateAuthCommandOutput> {
    return this.cognito.client.send(passwordSignIn(this.pool, userEmail));
  }

  answer(
    ChallengeName: ChallengeNameType,
    Session: string | undefined,
    code: string,
    USERNAME = userEmail,
  ): Promise<AdminRespondToAuthChallengeCommandOutput> {
    const ChallengeResponses = { USERNAME, [`${ChallengeName}_CODE`]: code };
    return this.cognito.client.send(
      new AdminRespondToAuthChallengeCommand({ ...this.pool, ChallengeName, Session, ChallengeResponses }),
    );
  }

  async set(settings: Omit<AdminSetUserMFAPreferenceCommandInput, 'UserPoolId' | 'Username'>): Promise<void> {
    const { UserPoolId } = this.pool;
    await this.cognito.client.send(
      new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username: userEmail, ...settings }),
    );
  }

  switchSms(Enabled: boolean, PreferredMfa = false): Promise<void> {
    return this.set({ SMSMfaSettings: { Enabled, PreferredMfa } });
  }

  /** Sets up an authenticator app. @returns its secret */
  async setUpApp(PreferredMfa = true): Promise<string> {
    const { AccessToken } = this;
    const { client, clock } = this.cognito;
    const { SecretCode = '' } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    const UserCode = this.codeOf(SecretCode);
    await client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode, FriendlyDeviceName: 'phone' }));
    await this.set({ SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa } });
    clock.advance(30_000);
    return SecretCode;
  }

  /** The code that the app with this secret shows now. */
  codeOf(secret: string): string {
    return new TOTP({ secret }).generate({ timestamp: this.cognito.clock.now() });
  }
}

export const wrong = (code: string): string => (code === '111111' ? '222222' : '111111');
