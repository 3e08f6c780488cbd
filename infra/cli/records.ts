import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { connectionAs, appWith, type RecordSettings } from '#shared/model/record-settings';
import { fieldsWith, formFaults, type FoundField } from '#shared/model/record-form';
import { recordApps, type RecordAppKey, type RecordField } from '#shared/model/record-system';
import type { StageSettings } from '../stage/stages';
import { accessFromShell, runStageTool } from './stage';

const work = { recordViewable: true, recordAddable: true, recordEditable: true };
/**
 * The creator of an app administers it. Everybody else works with records, but deletes none and does not change the
 * form: the portal depends on both
 * (https://cybozu.dev/ja/kintone/docs/rest-api/apps/permissions/update-app-permissions/).
 */
const staffRights = [
  {
    entity: { type: 'CREATOR' },
    appEditable: true,
    ...work,
    recordDeletable: true,
    recordImportable: true,
    recordExportable: true,
  },
  {
    entity: { type: 'GROUP', code: 'everyone' },
    appEditable: false,
    ...work,
    recordDeletable: false,
    recordImportable: false,
    recordExportable: false,
  },
];

/** What an app lacks; without `id` it is to be created. */
export interface AppPlan {
  key: RecordAppKey;
  name: string;
  id: string | undefined;
  missing: RecordField[];
  /** What people must correct: settings of existing fields are never changed. */
  faults: string[];
}

/** Kintone itself makes the field of the last change, in every app. */
const isAdded = ({ type }: RecordField): boolean => type !== 'UPDATED_TIME';

/** An app by its number in the stage's settings, else by exactly its name among the domain's apps. */
async function findApp(
  client: KintoneRestAPIClient,
  key: RecordAppKey,
  settings: RecordSettings,
): Promise<string | undefined> {
  const id = settings[key]?.id;
  if (id !== undefined) return id;
  const { name } = recordApps[key];
  const { apps } = await client.app.getApps({ name });
  const found = apps.filter((app) => app.name === name);
  if (found.length > 1)
    throw new Error(
      `There are ${found.length} apps ${name}: set the number of the right one in the stage's records.apps`,
    );
  return found[0]?.appId;
}

/** Compares the domain with the portal's table. Changes nothing. */
export async function planApps(client: KintoneRestAPIClient, settings: RecordSettings): Promise<AppPlan[]> {
  const plans: AppPlan[] = [];
  for (const key of Object.keys(recordApps) as RecordAppKey[]) {
    const { name } = recordApps[key];
    const fields = fieldsWith(key, appWith(key, settings).codes);
    const id = await findApp(client, key, settings);
    if (id === undefined) {
      plans.push({ key, name, id, missing: fields.filter(isAdded), faults: [] });
      continue;
    }
    const { properties } = await client.app.getFormFields({ app: id, preview: true });
    const found = properties as unknown as Record<string, FoundField | undefined>;
    plans.push({
      key,
      name,
      id,
      missing: fields.filter((field) => isAdded(field) && !found[field.code]),
      faults: formFaults(recordApps[key], fields, found).others,
    });
  }
  return plans;
}

/** A field as Kintone takes it (https://cybozu.dev/ja/kintone/docs/rest-api/apps/form/add-form-fields/). */
function propertyOf({ type, code, label = code, required, unique, options, defaultValue }: RecordField) {
  return {
    type,
    code,
    label,
    ...(required && { required }),
    ...(unique && { unique }),
    ...(options && {
      options: Object.fromEntries(options.map((one, index) => [one, { label: one, index: String(index) }])),
    }),
    ...(defaultValue !== undefined && { defaultValue }),
  };
}

/** Makes an app's changes live, and waits until they are. */
async function deploy(client: KintoneRestAPIClient, app: string, wait: () => Promise<void>): Promise<void> {
  await client.app.deployApp({ apps: [{ app }] });
  for (let looks = 0; looks < 60; looks += 1) {
    const status = (await client.app.getDeployStatus({ apps: [app] })).apps[0]?.status;
    if (status === 'SUCCESS') return;
    if (status !== 'PROCESSING') throw new Error(`Kintone did not make the settings of app ${app} live: ${status}`);
    await wait();
  }
  throw new Error(
    `Kintone has not made the settings of app ${app} live within a minute: look at the app, then run again`,
  );
}

/** Carries a plan out: app, rights and fields, made live; returns the app's number. Safe to repeat. */
export async function makeApp(
  client: KintoneRestAPIClient,
  plan: AppPlan,
  { guestSpace }: Pick<StageSettings['records'], 'guestSpace'>,
  wait: () => Promise<void> = () => new Promise((resolve) => void setTimeout(resolve, 1000)),
): Promise<string> {
  const { name, missing } = plan;
  // In a guest space an app belongs to one of its threads: the client finds the default one by the space's number
  // (https://cybozu.dev/ja/kintone/docs/rest-api/apps/add-app/).
  const place = guestSpace === undefined ? {} : { space: guestSpace };
  const app = plan.id ?? (await client.app.addApp({ name, ...place })).app;
  if (missing.length > 0) {
    const properties = Object.fromEntries(missing.map((field) => [field.code, propertyOf(field)]));
    await client.app.addFormFields({ app, properties: properties as never });
  }
  if (plan.id === undefined) await client.app.updateAppAcl({ app, rights: staffRights as never });
  if (plan.id === undefined || missing.length > 0) await deploy(client, app, wait);
  return app;
}

function print({ name, id, missing, faults }: AppPlan): void {
  console.log(`${name}: ${id === undefined ? 'to be created' : `app ${id}`}`);
  for (const { code, type } of missing) console.log(`  lacks the field ${code} (${type})`);
  for (const fault of faults) console.log(`  correct it by hand: ${fault}`);
}

const usage = `npm run records -- --stage NAME [--dry-run]

Creates the stage's apps in Kintone from the table that the portal reads, with fields and rights, and adds the fields
that existing apps lack; --dry-run only lists it. API tokens cannot do that: KINTONE_USERNAME and
KINTONE_PASSWORD name a user who may create apps. The domain's basic authentication or client certificate comes from the
shell too (docs/deploy.md, Kintone). Exit code 1 if people must correct something.`;

void runStageTool(import.meta.url, usage, { 'dry-run': { type: 'boolean' } }, async (stage, { 'dry-run': dryRun }) => {
  const { KINTONE_USERNAME: username, KINTONE_PASSWORD: password } = process.env;
  if (!username || !password)
    throw new Error('Set the credentials of a Kintone user who may create apps: KINTONE_USERNAME, KINTONE_PASSWORD');
  const { apps: settings = {} } = stage.records;
  const connection = connectionAs({ username, password }, accessFromShell(), stage.records);
  const client = new KintoneRestAPIClient({ ...connection, socketTimeout: 30_000 });
  const plans = await planApps(client, settings);
  for (const plan of plans) print(plan);
  if (plans.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
  if (dryRun) return;
  console.log('\nThe stage’s records.apps (infra/stage/stages.ts), and the token to make in each app’s settings:');
  for (const plan of plans) {
    const id = await makeApp(client, plan, stage.records);
    console.log(
      `  ${plan.key}: { id: '${id}' }  token with the right to ${recordApps[plan.key].tokenRights.join(' and ')}`,
    );
  }
});
