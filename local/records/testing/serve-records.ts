import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import type { RecordApp } from '#shared/model/record-system';
import type { LocalClock } from '../../clock';
import { serve } from '../../wire';
import { appsById } from '../apps-by-id';
import { createRecordsEmulator } from '../create-records-emulator';

/** An app with a field of every type, number 9. */
const everyTypeApp: RecordApp = {
  name: '全項目',
  fields: {
    number: { code: 'レコード番号', type: 'RECORD_NUMBER' },
    created: { code: '作成日時', type: 'CREATED_TIME' },
    updated: { code: '更新日時', type: 'UPDATED_TIME' },
    key: { code: 'キー', type: 'SINGLE_LINE_TEXT', unique: true },
    text: { code: '備考', type: 'MULTI_LINE_TEXT' },
    amount: { code: '数量', type: 'NUMBER' },
    date: { code: '日付', type: 'DATE' },
    time: { code: '日時', type: 'DATETIME' },
    choice: { code: '区分', type: 'DROP_DOWN', options: ['甲', '乙'] },
    checks: { code: '症状', type: 'CHECK_BOX', options: ['異音', '発熱'] },
    rows: {
      code: '明細',
      type: 'SUBTABLE',
      fields: {
        item: { code: '品名', type: 'SINGLE_LINE_TEXT', required: true },
        price: { code: '金額', type: 'NUMBER' },
      },
    },
  },
};

export const apiToken = 'test-token';

/** Serves the emulator with the product's apps and app 9; returns it with the official client. */
export async function serveRecords(clock: LocalClock, journalPath?: string) {
  const emulator = await createRecordsEmulator({
    clock,
    journalPath,
    apiToken,
    apps: { ...appsById(), '9': everyTypeApp },
  });
  const served = await serve(emulator);
  // The client accepts http only for a host named localhost.
  const clientOf = (token: string) =>
    new KintoneRestAPIClient({ baseUrl: `http://localhost:${served.port}`, auth: { apiToken: token } });
  return {
    emulator,
    url: served.url,
    client: clientOf(apiToken),
    clientOf,
    close: async () => {
      await served.close();
      await emulator.close();
    },
  };
}
