import { appNotFound, invalidInput, KintoneError, revisionConflict } from './errors';
import { addFields, changeFields, deleteFields, formFields } from './form-fields';
import type { Parameters } from './operations';
import type { PreviewForm } from './record-form';
import type { RecordStore } from './record-store';

/** The apps of a domain, and the guest space that all of them are in, if there is one. */
interface Domain {
  store: RecordStore;
  guestSpace: string | undefined;
}

type Output = Record<string, unknown>;
type Operation = (domain: Domain, parameters: Parameters) => Output | Promise<Output>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const propertiesOf = ({ properties }: Parameters) => objectOf(properties) as Record<string, Record<string, unknown>>;

function previewOf({ store }: Domain, { app }: Parameters): PreviewForm {
  const settings = store.settings(textOf(app));
  if (!settings) throw appNotFound(textOf(app));
  return settings.preview;
}

/** An operation that changes the preview of an app, unless another revision than the given one is there. */
const changing =
  (apply: (form: PreviewForm, parameters: Parameters) => void): Operation =>
  async (domain, parameters) => {
    const form = previewOf(domain, parameters);
    const revision = textOf(parameters['revision']);
    if (revision !== '' && revision !== '-1' && Number(revision) !== form.revision) throw revisionConflict();
    apply(form, parameters);
    form.revision += 1;
    await domain.store.keepSettings(textOf(parameters['app']));
    return { revision: String(form.revision) };
  };

const addApp: Operation = async ({ store, guestSpace }, parameters) => {
  const name = textOf(parameters['name']);
  if (name === '') throw invalidInput({ name: { messages: ['必須です。'] } });
  // An app of a space is in one of its threads (https://cybozu.dev/ja/kintone/docs/rest-api/apps/add-app/).
  for (const [key, wanted] of [
    ['space', guestSpace],
    ['thread', guestSpace && `${guestSpace}1`],
  ] as const)
    if (textOf(parameters[key]) !== (wanted ?? '')) throw invalidInput({ [key]: { messages: ['必須です。'] } });
  if (name.length > 64) throw invalidInput({ name: { messages: ['65文字より短くなければなりません。'] } });
  return { app: await store.createApp(name), revision: '2' };
};

const deploy: Operation = async (domain, parameters) => {
  for (const each of listOf(parameters['apps'])) {
    const { app, revision } = objectOf(each);
    const form = previewOf(domain, { app });
    if (revision !== undefined && textOf(revision) !== '-1' && Number(revision) !== form.revision)
      throw revisionConflict();
    if (domain.store.settings(textOf(app))?.isDeploying)
      throw new KintoneError(
        409,
        'GAIA_DA02',
        'アプリの設定を運用環境に反映中のため、処理に失敗しました。しばらくしてからもう一度お試しください。',
      );
    await domain.store.deploy(textOf(app));
  }
  return {};
};

/** The state of deployments: each one has ended by the second look. */
const deployStatus: Operation = ({ store }, parameters) => ({
  apps: listOf(parameters['apps'])
    .map(textOf)
    .map((app) => {
      const settings = store.settings(app);
      if (!settings) throw appNotFound(app);
      const status = settings.isDeploying ? 'PROCESSING' : 'SUCCESS';
      settings.isDeploying = false;
      return { app, status };
    }),
});

/** https://cybozu.dev/ja/kintone/docs/rest-api/spaces/get-space/ */
const getSpace: Operation = ({ guestSpace }, parameters) => {
  const id = textOf(parameters['id']);
  if (guestSpace === undefined || id !== guestSpace)
    throw new KintoneError(404, 'GAIA_SP01', `指定したスペース（id: ${id}）が見つかりません。`);
  return { id, isGuest: true, defaultThread: `${guestSpace}1` };
};

const listApps: Operation = ({ store, guestSpace }, parameters) => ({
  apps: store
    .listApps()
    .filter(({ form }) => form.name.includes(textOf(parameters['name'])))
    .map(({ id, form }) => ({ appId: id, code: '', name: form.name, description: '', spaceId: guestSpace ?? null })),
});

/**
 * Kintone's settings of apps, so far as `npm run records` and people's changes of forms need them: a change is kept in
 * the preview, and people see it once it is deployed
 * (https://cybozu.dev/ja/kintone/tips/development/customize/development-know-how/add-app-steps).
 */
export const appOperations: Readonly<Record<string, Operation>> = {
  'GET apps': listApps,
  'GET space': getSpace,
  'POST preview/app': addApp,
  'GET preview/app/form/fields': (domain, parameters) => {
    const { fields, revision } = previewOf(domain, parameters);
    return { properties: formFields(fields.values()), revision: String(revision) };
  },
  'POST preview/app/form/fields': changing((form, parameters) => addFields(form, propertiesOf(parameters))),
  'PUT preview/app/form/fields': changing((form, parameters) => changeFields(form, propertiesOf(parameters))),
  'DELETE preview/app/form/fields': changing((form, { fields }) => deleteFields(form, listOf(fields).map(String))),
  'GET preview/app/acl': (domain, parameters) => {
    const { rights, revision } = previewOf(domain, parameters);
    return { rights, revision: String(revision) };
  },
  'PUT preview/app/acl': changing((form, parameters) => {
    const rights = listOf(parameters['rights']);
    if (rights.length === 0) throw invalidInput({ rights: { messages: ['必須です。'] } });
    form.rights = rights;
  }),
  'POST preview/app/deploy': deploy,
  'GET preview/app/deploy': deployStatus,
};
