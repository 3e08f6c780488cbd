import { appNotFound, invalidInput, KintoneError, revisionConflict } from './errors';
import { addFields, changeFields, deleteFields, formFields, requireCodes } from './form-fields';
import type { PreviewForm, Views } from './record-form';
import type { RecordStore } from './record-store';

type Answer = Record<string, unknown>;
type Properties = Record<string, Record<string, unknown>>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/**
 * Kintone's settings of apps, so far as `npm run records` and people's changes of forms need them: a change is kept in
 * the preview, and people see it once it is deployed
 * (https://cybozu.dev/ja/kintone/tips/development/customize/development-know-how/add-app-steps).
 */
export function appOperations(
  store: RecordStore,
  guestSpace?: string,
): Record<string, (parameters: Record<string, unknown>) => Answer | Promise<Answer>> {
  const previewOf = (parameters: Record<string, unknown>): PreviewForm => {
    const settings = store.settings(textOf(parameters['app']));
    if (!settings) throw appNotFound(textOf(parameters['app']));
    return settings.preview;
  };
  const change = async (
    parameters: Record<string, unknown>,
    apply: (form: PreviewForm) => Answer | void,
  ): Promise<Answer> => {
    const form = previewOf(parameters);
    const revision = textOf(parameters['revision']);
    if (revision !== '' && revision !== '-1' && Number(revision) !== form.revision) throw revisionConflict();
    const answer = apply(form);
    form.revision += 1;
    await store.keepSettings(textOf(parameters['app']));
    return { revision: String(form.revision), ...answer };
  };
  const properties = (parameters: Record<string, unknown>) => objectOf(parameters['properties']) as Properties;

  return {
    'GET apps': (parameters) => {
      const name = textOf(parameters['name']);
      return {
        apps: store
          .listApps()
          .flatMap(({ id, form }) =>
            form.name.includes(name)
              ? [{ appId: id, code: '', name: form.name, description: '', spaceId: guestSpace ?? null }]
              : [],
          ),
      };
    },
    // https://cybozu.dev/ja/kintone/docs/rest-api/spaces/get-space/
    'GET space': (parameters) => {
      if (guestSpace === undefined || textOf(parameters['id']) !== guestSpace)
        throw new KintoneError(
          404,
          'GAIA_SP01',
          `指定したスペース（id: ${textOf(parameters['id'])}）が見つかりません。`,
        );
      return { id: guestSpace, isGuest: true, defaultThread: `${guestSpace}1` };
    },
    'POST preview/app': async (parameters) => {
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
    },
    'GET preview/app/form/fields': (parameters) => {
      const form = previewOf(parameters);
      return { properties: formFields(form.fields.values()), revision: String(form.revision) };
    },
    'POST preview/app/form/fields': (parameters) =>
      change(parameters, (form) => addFields(form, properties(parameters))),
    'PUT preview/app/form/fields': (parameters) =>
      change(parameters, (form) => changeFields(form, properties(parameters))),
    'DELETE preview/app/form/fields': (parameters) =>
      change(parameters, (form) => deleteFields(form, listOf(parameters['fields']).map(String))),
    'GET preview/app/views': (parameters) => {
      const { views, revision } = previewOf(parameters);
      return { views, revision: String(revision) };
    },
    // Lists that are left out are removed.
    'PUT preview/app/views': (parameters) =>
      change(parameters, (form) => {
        const given = Object.entries(objectOf(parameters['views'])) as [string, Record<string, unknown>][];
        for (const [, view] of given) requireCodes(form, listOf(view['fields']).map(String));
        const views: Views = Object.fromEntries(
          given.map(([name, view], index) => [
            name,
            { id: String(1000 + index), filterCond: '', sort: '', ...view, index: textOf(view['index'] ?? index) },
          ]),
        );
        form.views = views;
        return { views: Object.fromEntries(Object.entries(views).map(([name, { id }]) => [name, { id }])) };
      }),
    'GET preview/app/acl': (parameters) => {
      const { rights, revision } = previewOf(parameters);
      return { rights, revision: String(revision) };
    },
    'PUT preview/app/acl': (parameters) =>
      change(parameters, (form) => {
        const rights = listOf(parameters['rights']);
        if (rights.length === 0) throw invalidInput({ rights: { messages: ['必須です。'] } });
        form.rights = rights;
      }),
    'POST preview/app/deploy': async (parameters) => {
      for (const each of listOf(parameters['apps'])) {
        const { app, revision } = objectOf(each);
        const form = previewOf({ app });
        if (revision !== undefined && textOf(revision) !== '-1' && Number(revision) !== form.revision)
          throw revisionConflict();
        if (store.settings(textOf(app))?.isDeploying)
          throw new KintoneError(
            409,
            'GAIA_DA02',
            'アプリの設定を運用環境に反映中のため、処理に失敗しました。しばらくしてからもう一度お試しください。',
          );
        await store.deploy(textOf(app));
      }
      return {};
    },
    'GET preview/app/deploy': (parameters) => ({
      apps: listOf(parameters['apps'])
        .map(textOf)
        .map((app) => {
          const settings = store.settings(app);
          if (!settings) throw appNotFound(app);
          const status = settings.isDeploying ? 'PROCESSING' : 'SUCCESS';
          settings.isDeploying = false;
          return { app, status };
        }),
    }),
  };
}
