import type { App, Field } from './app';

/** The settings of an app, as people see it (live) or as they are being changed (preview). */
export interface AppForm {
  name: string;
  fields: Map<string, Field>;
  rights: unknown[];
  revision: number;
}

/** An app's settings that wait for their deployment; what records must follow is kept by the field's new code. */
export interface PreviewForm extends AppForm {
  /** The live code of each field that has another one here. */
  formerCodes: Map<string, string>;
  /** By field code: the live label of each option that has another one here. */
  formerOptions: Map<string, Map<string, string>>;
}

/** Fields of every app, with the codes of an app that was made in Japanese. */
const systemFields: readonly Field[] = [
  { code: 'レコード番号', type: 'RECORD_NUMBER' },
  { code: '作成者', type: 'CREATOR' },
  { code: '作成日時', type: 'CREATED_TIME' },
  { code: '更新者', type: 'MODIFIER' },
  { code: '更新日時', type: 'UPDATED_TIME' },
];

/** Rights of a new app: who made it may do everything, everybody else may work with records. */
const firstRights = [
  { entity: { type: 'CREATOR', code: null }, includeSubs: false, ...rightsOf(true) },
  { entity: { type: 'GROUP', code: 'everyone' }, includeSubs: false, ...rightsOf(false) },
];

function rightsOf(all: boolean) {
  return {
    appEditable: all,
    recordViewable: true,
    recordAddable: true,
    recordEditable: true,
    recordDeletable: true,
    recordImportable: all,
    recordExportable: all,
  };
}

const previewOf = (form: AppForm): PreviewForm => ({
  ...form,
  fields: new Map(form.fields),
  formerCodes: new Map(),
  formerOptions: new Map(),
});

export function newForm({ name, fields }: Pick<App, 'name' | 'fields'>): AppForm {
  const own = Object.values(fields);
  const system = systemFields.filter(({ type }) => !own.some((field) => field.type === type));
  return {
    name,
    fields: new Map([...system, ...own].map((field) => [field.code, field])),
    rights: firstRights,
    revision: 2,
  };
}

/** The settings of one app: what people use, and what waits to be deployed. */
export class AppSettings {
  live: AppForm | undefined;
  preview: PreviewForm;
  /** Asked for, and not yet told to be done. */
  isDeploying = false;

  constructor(form: AppForm, isLive: boolean) {
    this.live = isLive ? form : undefined;
    this.preview = previewOf(form);
  }

  /** Makes the preview live; returns how a stored record's values follow. */
  deploy(): (values: Record<string, unknown>) => Record<string, unknown> {
    const { fields, formerCodes, formerOptions } = this.preview;
    const { formerCodes: _codes, formerOptions: _options, ...form } = this.preview;
    this.live = { ...form, fields: new Map(fields) };
    this.preview = previewOf(this.live);
    this.isDeploying = true;
    return (values) => {
      const followed = [...fields.keys()].map((code) => {
        const value = values[formerCodes.get(code) ?? code];
        const renamed = new Map([...(formerOptions.get(code) ?? [])].map(([now, before]) => [before, now]));
        const follow = (option: unknown): unknown => renamed.get(String(option)) ?? option;
        return [code, Array.isArray(value) ? value.map(follow) : typeof value === 'string' ? follow(value) : value];
      });
      return Object.fromEntries(followed.filter(([, value]) => value !== undefined));
    };
  }

  toJSON(): unknown {
    const plain = (form: AppForm) => ({ ...form, fields: [...form.fields.values()] });
    return { live: this.live && plain(this.live), preview: plain(this.preview) };
  }

  static fromJSON(json: unknown): AppSettings {
    type Plain = Omit<AppForm, 'fields'> & { fields: Field[] };
    const { live, preview } = json as { live?: Plain; preview: Plain };
    const formOf = (plain: Plain): AppForm => ({
      ...plain,
      fields: new Map(plain.fields.map((field) => [field.code, field])),
    });
    const settings = new AppSettings(formOf(live ?? preview), live !== undefined);
    settings.preview = previewOf(formOf(preview));
    return settings;
  }
}
