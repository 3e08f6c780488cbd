import type { App } from '../app';

const text = { type: 'SINGLE_LINE_TEXT' } as const;

/**
 * What the facts need of an app of requests: fields and codes that `npm run records` gives it. Its other fields do not
 * matter to them.
 */
export const requestApp = {
  name: '申請管理',
  tokenRights: ['view', 'add', 'edit', 'delete'],
  fields: {
    updatedAt: { code: '更新日時', type: 'UPDATED_TIME' },
    requestId: { code: 'requestId', ...text, required: true, unique: true },
    receiptNumber: { code: 'receiptNumber', ...text, required: true },
    kind: { code: 'requestKind', type: 'DROP_DOWN', required: true, options: ['返却', '交換', '修理', '発送', '回収'] },
    serialNumber: { code: 'serialNumber', ...text, required: true },
    issues: { code: 'issues', type: 'CHECK_BOX', options: ['オゾンが出ない', 'エアーが出ない'] },
    notes: { code: 'notes', type: 'MULTI_LINE_TEXT' },
    requestedAt: { code: 'requestedAt', type: 'DATETIME' },
    promisedBy: { code: 'promisedBy', type: 'DATE' },
    arrivedAt: { code: 'arrivedAt', type: 'DATETIME' },
    stage: { code: 'requestStage', type: 'DROP_DOWN', options: ['受付', '完了', '取消'], defaultValue: '受付' },
  },
} as const satisfies App;
