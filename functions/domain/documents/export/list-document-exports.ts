import { defaultAccounts, type ExportList } from '#shared/model/document-export';
import { clock } from '../../../adapters/clock';
import { listExports, readAccounts } from '../../../adapters/users-table/document-exports';
import type { Caller } from '../../caller';

/** The caller's exports, newest first, and the names of accounts that they chose last. */
export async function listDocumentExports({ userId }: Pick<Caller, 'userId'>): Promise<ExportList> {
  const [exports, accounts] = await Promise.all([listExports(userId, clock.seconds()), readAccounts(userId)]);
  return { exports, accounts: accounts ?? defaultAccounts };
}
