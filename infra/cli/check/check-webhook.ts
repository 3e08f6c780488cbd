import { kintoneWebhook } from '#shared/contract/platform';
import { webhookPathLength } from '#shared/model/record-connection';
import { ok, question, wrong, type Finding } from './finding';

interface WebhookSettings {
  portalOrigin: string;
  /** The secret end of the address, from the stage's secret; undefined or empty if the stage takes no webhooks. */
  webhookPath: string | undefined;
  /** The numbers of the stage's apps. */
  apps: readonly string[];
}

const what = 'Kintone webhooks';

/** What only people can see: Kintone's REST API shows no webhooks (https://cybozu.dev/ja/kintone/docs/rest-api/). */
const inTheApps = (apps: readonly string[]): Finding =>
  question(
    what,
    `does each of the apps ${apps.join(', ')} have one (Settings, Webhooks) for this address, activated, for records ` +
      'added, edited and deleted and for status changes? Kintone sends none at a domain of the light course, nor ' +
      'where access rights between organizations are on',
  );

/**
 * Whether the address of Kintone's webhooks takes one: the portal is sent an empty one, as Kintone would, which only
 * brings the next reading forward (decisions/devices). The secret end of the address is not printed.
 */
export async function checkWebhook({ portalOrigin, webhookPath, apps }: WebhookSettings): Promise<Finding[]> {
  if (!webhookPath)
    return [question(what, 'none are taken, so that changes by staff show with the next sync only: is that intended?')];
  if (webhookPath.length < webhookPathLength)
    return [
      wrong(what, `webhookPath in the secret is shorter than ${webhookPathLength} characters: make a longer one`),
    ];
  const addressWith = (end: string): string => `${portalOrigin}${kintoneWebhook.path.replace('{secret}', end)}`;
  const address = addressWith('<webhookPath>');
  const { status } = await fetch(addressWith(encodeURIComponent(webhookPath)), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(10_000),
  });
  if (status === 200) return [ok(what, `${address} takes them`), inTheApps(apps)];
  const remedy =
    status === 404
      ? 'the portal has another secret end: five minutes after a change of the secret it takes the new one'
      : 'look at the function kintone-webhook';
  return [wrong(what, `${address} responds with ${status}: ${remedy}`)];
}
