import type { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { fieldsWith, formFaults, type FoundField } from '#shared/model/record-form';
import { appWith, type RecordSettings } from '#shared/model/record-settings';
import { recordApps, type RecordAppKey, type RecordField } from '#shared/model/record-system';
import type { StageSettings } from '../../stage/stages';
import { staffRights, staffViewOf } from './staff-settings';

/** What an app lacks; without `id` it is to be created. */
export interface AppPlan {
  key: RecordAppKey;
  name: string;
  id: string | undefined;
  missing: RecordField[];
  /** The staff's list, if the app has none of its name. */
  lacksView: boolean;
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
      plans.push({ key, name, id, missing: fields.filter(isAdded), lacksView: true, faults: [] });
      continue;
    }
    const { properties } = await client.app.getFormFields({ app: id, preview: true });
    const { views } = await client.app.getViews({ app: id, preview: true });
    const found = properties as unknown as Record<string, FoundField | undefined>;
    plans.push({
      key,
      name,
      id,
      missing: fields.filter((field) => isAdded(field) && !found[field.code]),
      lacksView: !(staffViewOf(key, fields).name in views),
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

/**
 * Carries a plan out, and returns the app's number: creates the app with its rights, adds fields and the staff's list,
 * makes all of it live. Existing parts of an app stay as they are, so it may be run again after a failure.
 */
export async function makeApp(
  client: KintoneRestAPIClient,
  plan: AppPlan,
  { apps: settings = {}, guestSpace }: Pick<StageSettings['records'], 'apps' | 'guestSpace'>,
  wait: () => Promise<void> = () => new Promise((resolve) => void setTimeout(resolve, 1000)),
): Promise<string> {
  const { key, name, missing, lacksView } = plan;
  // In a guest space an app belongs to one of its threads: the client finds the default one by the space's number
  // (https://cybozu.dev/ja/kintone/docs/rest-api/apps/add-app/).
  const place = guestSpace === undefined ? {} : { space: guestSpace };
  const app = plan.id ?? (await client.app.addApp({ name, ...place })).app;
  if (missing.length > 0) {
    const properties = Object.fromEntries(missing.map((field) => [field.code, propertyOf(field)]));
    await client.app.addFormFields({ app, properties: properties as never });
  }
  if (lacksView) {
    const { views } = await client.app.getViews({ app, preview: true });
    const view = staffViewOf(key, fieldsWith(key, appWith(key, settings).codes));
    // A list that is left out would be removed.
    await client.app.updateViews({ app, views: { ...views, [view.name]: { ...view, index: '0' } } as never });
  }
  if (plan.id === undefined) await client.app.updateAppAcl({ app, rights: staffRights as never });
  if (plan.id === undefined || missing.length > 0 || lacksView) await deploy(client, app, wait);
  return app;
}
