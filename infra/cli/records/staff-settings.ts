import { recordApps, type RecordAppKey, type RecordField } from '#shared/model/record-system';

/** The list with which the staff work, by the portal's names for the fields. */
const lists: { [K in RecordAppKey]: { name: string; fields: (keyof (typeof recordApps)[K]['fields'])[] } } = {
  devices: { name: 'デバイス一覧', fields: ['serialNumber', 'status', 'deviceCategory', 'stripeSubscriptionId'] },
  repairs: { name: '修理一覧', fields: ['serialNumber', 'reportedAt', 'item', 'completed', 'amount', 'underWarranty'] },
  workRecords: { name: '作業一覧', fields: ['repairRecordId', 'workedAt', 'item'] },
  requests: {
    name: '対応待ちの申請',
    fields: ['receiptNumber', 'kind', 'stage', 'serialNumber', 'shopName', 'shopPhone', 'notes', 'requestedAt'],
  },
};

/** Requests that are neither done nor cancelled, the oldest first; of the other apps all records. */
export function staffViewOf(key: RecordAppKey, fields: readonly RecordField[]) {
  const names = Object.keys(recordApps[key].fields);
  const codeOf = (name: PropertyKey): string => fields[names.indexOf(String(name))]?.code ?? String(name);
  const isRequests = key === 'requests';
  return {
    type: 'LIST',
    name: lists[key].name,
    fields: lists[key].fields.map(codeOf),
    filterCond: isRequests ? `${codeOf('stage')} not in ("完了", "取消")` : '',
    sort: isRequests ? `${codeOf('requestedAt')} asc` : `${codeOf('updatedAt')} desc`,
  };
}

const work = { recordViewable: true, recordAddable: true, recordEditable: true };
/**
 * The creator of an app administers it. Everybody else works with records, but deletes none and does not change the
 * form: the portal depends on both
 * (https://cybozu.dev/ja/kintone/docs/rest-api/apps/permissions/update-app-permissions/).
 */
export const staffRights = [
  {
    entity: { type: 'CREATOR' },
    appEditable: true,
    ...work,
    recordDeletable: true,
    recordImportable: true,
    recordExportable: true,
  },
  {
    entity: { type: 'GROUP', code: 'everyone' },
    appEditable: false,
    ...work,
    recordDeletable: false,
    recordImportable: false,
    recordExportable: false,
  },
];
