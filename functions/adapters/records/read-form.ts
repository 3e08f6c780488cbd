import { fieldsWith, formFaults, type FormFaults, type FoundField } from '#shared/model/record-form';
import { recordApps, type RecordAppKey } from '#shared/model/record-system';
import { appOf } from './apps';
import { recordsRequest, type RecordsOptions } from './records-request';

/**
 * Kintone's revision of an app's settings, which grows with each change that people make live, and what is wrong with
 * its form. Our token's right to view is enough
 * (https://cybozu.dev/ja/kintone/docs/rest-api/apps/form/get-form-fields/).
 */
export async function readForm(key: RecordAppKey, options: RecordsOptions): Promise<FormFaults & { revision: string }> {
  const { id, codes } = appOf(key);
  const { properties, revision } = await recordsRequest((client) => client.app.getFormFields({ app: id }), options);
  const found = properties as unknown as Record<string, FoundField | undefined>;
  return { revision, ...formFaults(recordApps[key], fieldsWith(key, codes), found) };
}
