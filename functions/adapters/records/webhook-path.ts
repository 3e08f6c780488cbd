import { recordSecretSchema, webhookPathLength } from '#shared/model/record-connection';
import { requireEnv } from '../../runtime/environment';
import { readSecret } from '../secrets/secrets';

/** The secret end of the address of Kintone's webhooks; undefined if the stage has none, or one that can be guessed. */
export async function readWebhookPath(): Promise<string | undefined> {
  const { webhookPath = '' } = recordSecretSchema.parse(await readSecret(requireEnv('KINTONE_SECRET_ARN')));
  return webhookPath.length < webhookPathLength ? undefined : webhookPath;
}
