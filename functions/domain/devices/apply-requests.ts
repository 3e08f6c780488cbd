import { deviceRequestKinds, isMoving } from '#shared/model/device-request';
import type { Write } from '../../adapters/dynamodb/transaction';
import { newsNotice } from '../movements/news-notice';
import { mapWithLimit } from '../../adapters/map-with-limit';
import { findRequest } from '../../adapters/devices-table/requests';
import type { LockItem } from '../../adapters/devices-table/items';
import { readLocks } from '../../adapters/devices-table/read-items';
import { appOf, type KintoneRecord } from '../../adapters/records/apps';
import { toRequestRecord, type RequestRecord } from '../../adapters/records/to-items';
import { moveToStage, stateAtStage, statesBefore } from '../movements/request-states';
import { applyMovements } from '../movements/advance';
import { parseRecords, type Applied } from './parse-records';
import { mostWrites } from './place-devices';

const told = { 対応中: 'request-in-work', 完了: 'request-done', 取消: 'request-cancelled' } as const;

/**
 * The notice to the owner that the staff moved a request on. Returns and exchanges are movements too: the news of the
 * movement covers everything but the beginning of the work.
 */
async function noticeOf({ requestId, stage }: RequestRecord): Promise<Write[]> {
  const kind = stage !== null && stage in told ? told[stage as keyof typeof told] : undefined;
  const request = kind && (await findRequest(requestId));
  if (!request || (isMoving(request.kind) && kind !== 'request-in-work')) return [];
  const { receiptNumber, serialNumber, customerId } = request;
  const what = deviceRequestKinds[request.kind].label;
  return newsNotice(customerId, kind, { what, receiptNumber, count: 1, serialNumbers: [serialNumber] });
}

/**
 * Applies the staff's record of a request. The device's lock names its newest request; nothing is written if its
 * state is known.
 */
async function takeNews(record: RequestRecord, lock: LockItem | undefined): Promise<boolean> {
  const request = lock?.requestId === record.requestId ? lock : await findRequest(record.requestId);
  if (!request || !statesBefore(stateAtStage(record.stage)).includes(request.state)) return false;
  return moveToStage(request, record.stage, await noticeOf(record));
}

/** Applies the staff's records of requests; returns how many states changed. */
export async function applyRequests(records: readonly KintoneRecord[]): Promise<Applied> {
  const { codes } = appOf('requests');
  const { items, skipped, read } = parseRecords('requests', records, (record) => toRequestRecord(record, codes));
  const locks = await readLocks(items.map(({ serialNumber }) => serialNumber).filter((name) => name !== ''));
  const news = await mapWithLimit(mostWrites, items, (record) => takeNews(record, locks.get(record.serialNumber)));
  const moved = await applyMovements(items);
  return { changed: news.filter(Boolean).length + moved, skipped, read, unplaced: [] };
}
