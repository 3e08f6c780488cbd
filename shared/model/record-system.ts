import { deviceRequestLabels } from './device-request';

/**
 * The record system (Kintone) as the portal expects it: four apps, their field codes and types. The codes are the field
 * names of spec 3; a company with other field names sets its own codes. Kintone's field types:
 * https://cybozu.dev/ja/kintone/docs/overview/field-types/
 */

export type RecordFieldType =
  | 'RECORD_NUMBER'
  | 'CREATED_TIME'
  | 'UPDATED_TIME'
  | 'SINGLE_LINE_TEXT'
  | 'MULTI_LINE_TEXT'
  | 'NUMBER'
  | 'DATE'
  | 'DATETIME'
  | 'DROP_DOWN'
  | 'CHECK_BOX'
  | 'SUBTABLE';

export interface RecordField {
  /** The field code that requests use. */
  code: string;
  type: RecordFieldType;
  required?: boolean;
  /** No two records have the same value; a record can be updated by it. */
  unique?: boolean;
  /** The options of a DROP_DOWN or CHECK_BOX. */
  options?: readonly string[];
  /** The columns of a SUBTABLE. */
  fields?: Readonly<Record<string, RecordField>>;
}

export interface RecordApp {
  name: string;
  /** By the portal's name for the field. */
  fields: Readonly<Record<string, RecordField>>;
}

export const deviceStatuses = ['出荷', '返却'] as const;
export const deviceCategories = ['サブスク', '購入機材', '代替え機'] as const;
/** The faults that an exchange may name (spec 5). */
export const exchangeIssues = [
  'オゾンが出ない',
  'エアーが出ない',
  '表示がおかしい',
  'ダイヤルが反応しない',
  'ポンプがおかしい',
  '異音がする',
  'コンセントの端子が壊れた',
  '異常発熱する',
] as const;
/** The faults that a repair may name (spec 5). */
export const repairIssues = [...exchangeIssues, 'その他の不具合'] as const;
/** The stage of a request, which the staff set in its record. Empty means the first. */
export const requestStages = ['受付', '対応中', '箱発送', '輸送中', '到着', '完了', '取消'] as const;

/** The kinds of movements that no device request asks for (movement.ts). */
const movementLabels = ['発送', '回収'] as const;

/** Fields that Kintone fills by itself. Its times are exact to the minute: the seconds are always 00. */
const systemFields = {
  recordNumber: { code: 'レコード番号', type: 'RECORD_NUMBER' },
  createdAt: { code: '作成日時', type: 'CREATED_TIME' },
  updatedAt: { code: '更新日時', type: 'UPDATED_TIME' },
} as const satisfies RecordApp['fields'];

export const recordApps = {
  devices: {
    name: 'デバイス管理',
    fields: {
      ...systemFields,
      serialNumber: { code: 'serialNumber', type: 'SINGLE_LINE_TEXT', required: true, unique: true },
      status: { code: 'status', type: 'DROP_DOWN', options: deviceStatuses },
      statusUpdatedAt: { code: 'statusUpdatedAt', type: 'DATETIME' },
      /** Empty for a device without a subscription. */
      stripeSubscriptionId: { code: 'stripeSubscriptionId', type: 'SINGLE_LINE_TEXT' },
      deviceCategory: { code: 'deviceCategory', type: 'DROP_DOWN', options: deviceCategories },
      subscriptionRentalAvailability: {
        code: 'subscriptionRentalAvailability',
        type: 'DROP_DOWN',
        options: ['販売済'],
      },
    },
  },
  repairs: {
    name: '修理管理',
    fields: {
      ...systemFields,
      serialNumber: { code: 'serialNumber', type: 'SINGLE_LINE_TEXT', required: true },
      reportedAt: { code: '日時', type: 'DATETIME' },
      /** The parts or faults repaired, in words; several are joined by 、. */
      item: { code: '修理項目', type: 'SINGLE_LINE_TEXT' },
      /** 1 when the repair is done (spec 3). */
      completed: { code: '修理完了フラグ', type: 'NUMBER' },
      /** Yen, tax included. */
      amount: { code: '確定修理金額', type: 'NUMBER' },
      underWarranty: { code: '保証対象', type: 'DROP_DOWN', options: ['はい', 'いいえ'] },
    },
  },
  workRecords: {
    name: '作業記録',
    fields: {
      ...systemFields,
      /** `$id` of the repair that it belongs to. */
      repairRecordId: { code: 'repairRecordId', type: 'NUMBER', required: true },
      workedAt: { code: '日時', type: 'DATETIME' },
      item: {
        code: 'ドロップダウン',
        type: 'DROP_DOWN',
        options: ['受付', '点検', '部品交換', '清掃', '動作確認', '返送'],
      },
    },
  },
  requests: {
    name: '申請管理',
    fields: {
      ...systemFields,
      /** The portal's own id of the request: a request delivered twice updates its record. */
      requestId: { code: 'requestId', type: 'SINGLE_LINE_TEXT', required: true, unique: true },
      receiptNumber: { code: 'receiptNumber', type: 'SINGLE_LINE_TEXT', required: true },
      kind: {
        code: 'requestKind',
        type: 'DROP_DOWN',
        required: true,
        options: [...deviceRequestLabels, ...movementLabels],
      },
      serialNumber: { code: 'serialNumber', type: 'SINGLE_LINE_TEXT', required: true },
      stripeSubscriptionId: { code: 'stripeSubscriptionId', type: 'SINGLE_LINE_TEXT' },
      customerId: { code: 'customerId', type: 'SINGLE_LINE_TEXT' },
      /** Address and telephone number of the device's place, as the portal had them when the request was made. */
      shopName: { code: 'shopName', type: 'SINGLE_LINE_TEXT' },
      shopAddress: { code: 'shopAddress', type: 'SINGLE_LINE_TEXT' },
      shopPhone: { code: 'shopPhone', type: 'SINGLE_LINE_TEXT' },
      reason: { code: 'reason', type: 'SINGLE_LINE_TEXT' },
      issues: { code: 'issues', type: 'CHECK_BOX', options: repairIssues },
      notes: { code: 'notes', type: 'MULTI_LINE_TEXT' },
      requestedAt: { code: 'requestedAt', type: 'DATETIME' },
      /** Set by the staff; the portal reads it and never writes it. */
      stage: { code: 'requestStage', type: 'DROP_DOWN', options: requestStages },
    },
  },
} as const satisfies Record<string, RecordApp>;

export type RecordAppKey = keyof typeof recordApps;

/** Kintone numbers apps in the order of creation; these are the numbers of a fresh domain. */
export const defaultAppIds: Readonly<Record<RecordAppKey, string>> = {
  devices: '1',
  repairs: '2',
  workRecords: '3',
  requests: '4',
};
