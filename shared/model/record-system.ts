import { deviceRequestLabels } from './device-request';

/**
 * The record system (Kintone) as the portal expects it: four apps, their field codes (the names of spec 3; a company
 * may set its own) and types (https://cybozu.dev/ja/kintone/docs/overview/field-types/). Emulator, mirror and checks
 * use it.
 */

type RecordFieldType =
  | 'UPDATED_TIME'
  | 'SINGLE_LINE_TEXT'
  | 'MULTI_LINE_TEXT'
  | 'NUMBER'
  | 'DATE'
  | 'DATETIME'
  | 'DROP_DOWN'
  | 'RADIO_BUTTON'
  | 'CHECK_BOX'
  | 'CALC'
  | 'STATUS';

export interface RecordField {
  /** The field code that requests use. */
  code: string;
  type: RecordFieldType;
  /** The name on the form; the code if left out. */
  label?: string;
  /** Other types that the portal reads as well; what it writes must be of `type`. */
  also?: readonly RecordFieldType[];
  /** Whether the portal writes it. */
  written?: boolean;
  required?: boolean;
  /** Whether an app may lack it: the portal works without it, and `npm run check` says so. */
  optional?: boolean;
  /** No two records have the same value; a record can be updated by it. */
  unique?: boolean;
  /** The value of a new record that names none. */
  defaultValue?: string;
  /** The options of a DROP_DOWN, RADIO_BUTTON, CHECK_BOX or STATUS. */
  options?: readonly string[];
  /** Those that a company may do without. */
  mayLack?: readonly string[];
}

export interface RecordApp {
  name: string;
  /** What the portal's API token may do in it; no more is needed. */
  tokenRights: readonly ('view' | 'add' | 'edit' | 'delete')[];
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

/** The time of the last change, which Kintone fills and the portal reads by; its seconds are always 00. */
const systemFields = { updatedAt: { code: '更新日時', type: 'UPDATED_TIME' } } as const satisfies RecordApp['fields'];
const choice = { type: 'DROP_DOWN', also: ['RADIO_BUTTON'] } as const;
const amount = { type: 'NUMBER', also: ['CALC'] } as const;
const writtenText = { type: 'SINGLE_LINE_TEXT', written: true } as const;

export const recordApps = {
  devices: {
    name: 'デバイス管理',
    tokenRights: ['view'],
    fields: {
      ...systemFields,
      serialNumber: {
        code: 'serialNumber',
        label: 'シリアル番号',
        type: 'SINGLE_LINE_TEXT',
        required: true,
        unique: true,
      },
      status: { code: 'status', label: '状態', ...choice, options: deviceStatuses },
      statusUpdatedAt: { code: 'statusUpdatedAt', label: '状態の日時', type: 'DATETIME' },
      /** The shop of a bought device without a subscription. */
      customerId: { code: 'customerId', label: '顧客ID', type: 'SINGLE_LINE_TEXT', optional: true },
      /** Empty for a device without a subscription. */
      stripeSubscriptionId: { code: 'stripeSubscriptionId', label: '契約ID', type: 'SINGLE_LINE_TEXT' },
      deviceCategory: { code: 'deviceCategory', label: '区分', ...choice, options: deviceCategories },
      subscriptionRentalAvailability: {
        code: 'subscriptionRentalAvailability',
        label: '販売',
        ...choice,
        options: ['販売済'],
      },
    },
  },
  repairs: {
    name: '修理管理',
    tokenRights: ['view'],
    fields: {
      ...systemFields,
      serialNumber: { code: 'serialNumber', label: 'シリアル番号', type: 'SINGLE_LINE_TEXT', required: true },
      reportedAt: { code: '日時', type: 'DATETIME' },
      /** The parts or faults repaired, in words; several are joined by 、. */
      item: { code: '修理項目', type: 'SINGLE_LINE_TEXT', also: ['MULTI_LINE_TEXT'] },
      /** 1 when the repair is done (spec 3). */
      completed: { code: '修理完了フラグ', ...amount },
      /** Yen, tax included. */
      amount: { code: '確定修理金額', ...amount },
      underWarranty: { code: '保証対象', ...choice, options: ['はい', 'いいえ'] },
    },
  },
  workRecords: {
    name: '作業記録',
    tokenRights: ['view'],
    fields: {
      ...systemFields,
      /** `$id` of the repair that it belongs to. */
      repairRecordId: { code: 'repairRecordId', label: '修理のレコード番号', type: 'NUMBER', required: true },
      workedAt: { code: '日時', type: 'DATETIME' },
      item: {
        code: 'ドロップダウン',
        label: '作業',
        ...choice,
        options: ['受付', '点検', '部品交換', '清掃', '動作確認', '返送'],
      },
    },
  },
  requests: {
    name: '申請管理',
    tokenRights: ['view', 'add'],
    fields: {
      ...systemFields,
      /** The portal's own id of the request: a request delivered twice is refused here, and so is one record. */
      requestId: { code: 'requestId', label: '申請ID', ...writtenText, required: true, unique: true },
      receiptNumber: { code: 'receiptNumber', label: '受付番号', ...writtenText, required: true },
      kind: {
        code: 'requestKind',
        label: '種類',
        type: 'DROP_DOWN',
        written: true,
        required: true,
        options: [...deviceRequestLabels, ...movementLabels],
      },
      serialNumber: { code: 'serialNumber', label: 'シリアル番号', ...writtenText, required: true },
      stripeSubscriptionId: { code: 'stripeSubscriptionId', label: '契約ID', ...writtenText },
      customerId: { code: 'customerId', label: '顧客ID', ...writtenText },
      /** Address and telephone number of the device's place, as the portal had them when the request was made. */
      shopName: { code: 'shopName', label: '店舗', ...writtenText },
      shopAddress: { code: 'shopAddress', label: '住所', ...writtenText },
      shopPhone: { code: 'shopPhone', label: '電話番号', ...writtenText },
      /** The name on the parcel (お届け先のお名前); the notes say it too. */
      recipient: { code: 'recipient', label: '宛名', ...writtenText, optional: true },
      reason: { code: 'reason', label: '返却理由', ...writtenText },
      issues: { code: 'issues', label: '不調部分', type: 'CHECK_BOX', written: true, options: repairIssues },
      notes: { code: 'notes', label: '備考', type: 'MULTI_LINE_TEXT', written: true },
      requestedAt: { code: 'requestedAt', label: '受付日時', type: 'DATETIME', written: true },
      /** Of a movement (decisions/devices): the day by which its box or devices are shipped; the notes say it too. */
      promisedBy: { code: 'promisedBy', label: '発送の期限', type: 'DATE', written: true, optional: true },
      /** Its parcel: the staff's, or the owner's if it is known when the record is added. */
      carrier: { code: 'carrier', label: '配送会社', ...writtenText, optional: true },
      trackingNumber: { code: 'trackingNumber', label: '送り状番号', ...writtenText, optional: true },
      /** Set by the staff: the devices have arrived. The portal adds it as empty. */
      arrivedAt: { code: 'arrivedAt', label: '到着日時', type: 'DATETIME', written: true, optional: true },
      /** Set by the staff; the portal reads it and never writes it. Process management (STATUS) may hold it too. */
      stage: {
        code: 'requestStage',
        label: '進み具合',
        type: 'DROP_DOWN',
        also: ['RADIO_BUTTON', 'STATUS'],
        options: requestStages,
        mayLack: ['対応中', '箱発送', '輸送中', '到着'],
        defaultValue: '受付',
      },
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
