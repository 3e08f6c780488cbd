import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  SetUserPoolMfaConfigCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { TOTP } from 'otpauth';
import { same, type Fact } from '../../../platform/facts';
import { api, refusalName, signIn, password, tokensOf, type PoolSandbox } from './cognito-sandbox';

/** How the second step is switched on and off (decisions/second-step); no SMS is sent. */
export const secondStepFacts: readonly Fact<PoolSandbox>[] = [
  {
    id: 'an-app-without-a-number',
    says: 'For a user without a phone number the app is switched on and off by a request that does not name SMS.',
    page: `${api}/API_AdminSetUserMFAPreference.html`,
    async check(sandbox) {
      const { client, pool, user } = sandbox;
      const SoftwareTokenMfaConfiguration = { Enabled: true };
      await client.send(
        new SetUserPoolMfaConfigCommand({ ...pool, MfaConfiguration: 'OPTIONAL', SoftwareTokenMfaConfiguration }),
      );
      const { AccessToken } = await tokensOf(sandbox);
      const { SecretCode = '' } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
      const UserCode = new TOTP({ secret: SecretCode }).generate();
      await client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
      const turn = (Enabled: boolean) => {
        const SoftwareTokenMfaSettings = { Enabled, PreferredMfa: Enabled };
        const request = { ...pool, Username: user, SoftwareTokenMfaSettings };
        return refusalName(client.send(new AdminSetUserMFAPreferenceCommand(request)));
      };
      const isOn = async () => {
        const { UserMFASettingList = [] } = await client.send(new AdminGetUserCommand({ ...pool, Username: user }));
        return UserMFASettingList;
      };
      same('switched on', ['none', ['SOFTWARE_TOKEN_MFA']], [await turn(true), await isOn()]);
      same('the sign-in', 'SOFTWARE_TOKEN_MFA', (await signIn(sandbox, password)).ChallengeName);
      same('switched off', ['none', []], [await turn(false), await isOn()]);
    },
  },
];
