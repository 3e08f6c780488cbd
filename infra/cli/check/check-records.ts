import { KintoneRestAPIError, type KintoneRestAPIClient } from '@kintone/rest-api-client';
import { kintoneWebhook } from '#shared/contract/platform';
import { appWith, type RecordSettings } from '#shared/model/record-settings';
import { fieldsWith, formFaults } from '#shared/model/record-form';
import { recordApps, type RecordApp, type RecordAppKey, type RecordField } from '#shared/model/record-system';
import { asFinding, ok, question, wrong, type Finding } from './finding';

/** An app with its number and its fields' codes in this stage. */
interface ExpectedApp {
  app: RecordApp;
  id: string;
  fields: RecordField[];
}

/** The four apps under a stage's own numbers and field codes; throws if these name an unknown field. */
export const expectedApps = (settings: RecordSettings): ExpectedApp[] =>
  (Object.keys(recordApps) as RecordAppKey[]).map((key) => {
    const { id, codes } = appWith(key, settings);
    return { app: recordApps[key], id, fields: fieldsWith(key, codes) };
  });

/** What to do about a refusal, by Kintone's code. */
const advice: Readonly<Record<string, string>> = {
  GAIA_AP01: 'is the number right?',
  GAIA_AP15: 'does the secret hold a token of this app?',
  GAIA_IA02: 'does the secret hold a token of this app?',
  GAIA_NO01: 'does its token have the right?',
  GAIA_NO02: 'its maintenance mode is on',
  GAIA_IL23: 'is the stage’s guestSpace the one that it is in?',
};

function refusal(what: string, error: unknown): Finding {
  if (!(error instanceof KintoneRestAPIError)) throw error;
  const { status, code, message } = error;
  return wrong(what, `${status} ${code}: ${message}${advice[code] ? ` (${advice[code]})` : ''}`);
}

/** Whether the token may add records, without adding one: a missing right is refused before unknown options. */
async function checkAdding(client: KintoneRestAPIClient, what: string, { id, fields }: ExpectedApp): Promise<Finding> {
  const choice = fields.find(({ type, written }) => written && type === 'DROP_DOWN');
  if (!choice) throw new Error(`${what} has no drop-down that the portal writes`);
  try {
    await client.record.addRecord({ app: id, record: { [choice.code]: { value: '‐check‐' } } });
    return wrong(what, `the option ‐check‐ of ${choice.code} is taken: a record was added, delete it`);
  } catch (error) {
    const isContent = error instanceof KintoneRestAPIError && error.code === 'CB_VA01';
    return isContent ? ok(what, 'records may be added') : refusal(what, error);
  }
}

async function checkApp(client: KintoneRestAPIClient, expected: ExpectedApp): Promise<Finding[]> {
  const { app, id, fields } = expected;
  const what = `Kintone app ${id} (${app.name})`;
  try {
    const { properties } = await client.app.getFormFields({ app: id });
    const { missing, lacking, others } = formFaults(app, fields, properties);
    const faults = [...missing, ...others];
    if (faults.length > 0) return faults.map((fault) => wrong(what, fault));
    // A token that may only add records can read the form too, also in maintenance.
    await client.record.getRecords({ app: id, query: 'limit 1', fields: ['$id'] });
    const there = fields.length - lacking.length;
    const fine = ok(what, `${lacking.length === 0 ? `all ${there}` : there} fields as expected`);
    const optional = lacking.map((code) =>
      question(what, `the optional field ${code} is missing: the portal does without it; npm run records adds it`),
    );
    const adding = app.tokenRights.includes('add') ? [await checkAdding(client, what, expected)] : [];
    return [fine, ...optional, ...adding];
  } catch (error) {
    return [refusal(what, error)];
  }
}

/** Whether a domain's apps have the fields, take what the portal writes, and admit its tokens. Changes nothing. */
export async function checkRecords(client: KintoneRestAPIClient, apps: readonly ExpectedApp[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const expected of apps)
    found.push(
      ...(await asFinding(`Kintone app ${expected.id} (${expected.app.name})`, () => checkApp(client, expected))),
    );
  return found;
}

interface WebhookSettings {
  portalOrigin: string;
  /** The secret end of the address, from the stage's secret. */
  webhookPath: string;
  /** The numbers of the stage's apps. */
  apps: readonly string[];
}

const webhooks = 'Kintone webhooks';

/** What only people can see: Kintone's REST API shows no webhooks (https://cybozu.dev/ja/kintone/docs/rest-api/). */
const inTheApps = (apps: readonly string[]): Finding =>
  question(
    webhooks,
    `does each of the apps ${apps.join(', ')} have one (Settings, Webhooks) for this address, activated, for records ` +
      'added, edited and deleted and for status changes? Without them, changes by staff show with the next sync. ' +
      'Kintone sends none at a domain of the light course, nor where access rights between organizations are on',
  );

/** Whether the address of Kintone's webhooks takes an empty one, which is harmless; its secret is not printed. */
export async function checkWebhook({ portalOrigin, webhookPath, apps }: WebhookSettings): Promise<Finding[]> {
  const addressWith = (end: string): string => `${portalOrigin}${kintoneWebhook.path.replace('{secret}', end)}`;
  const address = addressWith('<webhookPath>');
  const { status } = await fetch(addressWith(encodeURIComponent(webhookPath)), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(10_000),
  });
  if (status === 200) return [ok(webhooks, `${address} takes them`), inTheApps(apps)];
  const remedy =
    status === 404
      ? 'the portal has another secret end: five minutes after a change of the secret it takes the new one'
      : 'look at the function kintone-webhook';
  return [wrong(webhooks, `${address} responds with ${status}: ${remedy}`)];
}
