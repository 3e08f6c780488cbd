import type { App } from '../app';
import { requestApp } from '../facts/request-app';

/** An app with a field of every type. */
const everyType: App = {
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
  },
};

const devices: App = {
  name: '機器',
  tokenRights: ['view'],
  fields: {
    serialNumber: { code: 'serialNumber', type: 'SINGLE_LINE_TEXT', required: true, unique: true },
    status: { code: 'status', type: 'DROP_DOWN', options: ['出荷', '返却'] },
  },
};

/** The apps of the emulator's own tests. */
export const testApps: Readonly<Record<string, App>> = { '1': devices, '4': requestApp, '9': everyType };
