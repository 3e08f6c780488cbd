import { CallError } from '#shared/errors';
import type { OpenedExport } from '#shared/model/document-export';
import { clock } from '../../../adapters/clock';
import { exportAddress } from '../../../adapters/documents/exports-bucket';
import { findExport } from '../../../adapters/users-table/document-exports';
import type { Caller } from '../../caller';
import { exportKeys } from './export-keys';

/** One of the caller's exports, with an address of its ZIP once it is done. Throws EXPORT_NOT_FOUND. */
export async function getDocumentExport({ userId }: Pick<Caller, 'userId'>, id: string): Promise<OpenedExport> {
  const item = await findExport(userId, id, clock.seconds());
  if (!item) throw new CallError('EXPORT_NOT_FOUND');
  const link =
    item.state === 'done' ? await exportAddress(exportKeys(userId, id).zip, `Revonizer_${item.year}.zip`) : null;
  return { ...item, link };
}
