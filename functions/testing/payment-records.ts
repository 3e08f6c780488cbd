import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { createKintoneEmulator, tokensFor } from '#emulators/kintone';
import type { StillClock } from '#emulators/platform';
import { kintoneApps } from '../../local/services/services';

/** The password of the staff. */
const password = 'test-password';

/** The record system beside Stripe, for tests of both. */
export async function startPaymentRecords(clock: StillClock) {
  const emulator = await createKintoneEmulator({ clock, secret: password, apps: kintoneApps });
  return {
    emulator,
    /** Kintone's own client, once the emulator is served. */
    client: () =>
      new KintoneRestAPIClient({
        baseUrl: process.env['KINTONE_BASE_URL'] ?? '',
        auth: { username: 'staff', password },
      }),
    async startAfresh(): Promise<void> {
      await emulator.reset();
      const SecretString = JSON.stringify({ apiToken: tokensFor(password, kintoneApps) });
      const { ARN } = await new SecretsManagerClient({}).send(
        new CreateSecretCommand({ Name: 'records', SecretString }),
      );
      process.env['KINTONE_SECRET_ARN'] = ARN;
    },
  };
}
