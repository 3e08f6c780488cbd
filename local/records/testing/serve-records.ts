import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import type { RecordApp } from '#shared/model/record-system';
import { type LocalClock, serve } from '#emulators/platform';
import { appsById } from '../apps-by-id';
import { createRecordsEmulator } from '../create-records-emulator';
import { tokensFor } from '../tokens';

/** An app with a field of every type, number 9. */
const everyTypeApp: RecordApp = {
  name: '全項目',
  tokenRights: ['view', 'add', 'edit', 'delete'],
  fields: {
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

/** Password of the staff, and the beginning of the tokens. */
export const secret = 'test-token';
const apps = { ...appsById(), '9': everyTypeApp };
/** All apps' tokens, as a stage's secret has them. */
export const apiToken = tokensFor(secret, apps);

/** Serves the emulator with the product's apps and app 9; returns it with the official client. */
export async function serveRecords(clock: LocalClock, journalPath?: string, guestSpace?: string) {
  const emulator = await createRecordsEmulator({
    clock,
    journalPath,
    secret,
    apps,
    ...(guestSpace !== undefined && { guestSpace }),
  });
  const served = await serve(emulator);
  // The client accepts http only for a host named localhost.
  const baseUrl = `http://localhost:${served.port}`;
  const guest = guestSpace === undefined ? {} : { guestSpaceId: guestSpace };
  return {
    emulator,
    url: served.url,
    baseUrl,
    /** The staff, who may do everything. */
    client: new KintoneRestAPIClient({ baseUrl, auth: { username: 'staff', password: secret }, ...guest }),
    clientOf: (token: string) => new KintoneRestAPIClient({ baseUrl, auth: { apiToken: token }, ...guest }),
    close: async () => {
      await served.close();
      await emulator.close();
    },
  };
}
