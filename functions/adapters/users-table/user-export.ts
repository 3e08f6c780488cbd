import { getItem, putItem } from '../dynamodb/items';
import { onlyItem, userExportKey } from './keys';
import { usersTable } from './table';

/** The newest copy of the pool's users. Times in unix seconds. */
export interface ExportProgress {
  /** A day in Japan, `2026-11-23`. */
  night: string;
  startedAt: number;
  /** Objects and users written so far. */
  parts: number;
  users: number;
  /** Where the next part begins in Cognito's list; absent for the first. */
  place?: string;
  /** How many users the copy before had; absent for the first. */
  before?: number;
  /** Absent while it is under way. */
  finishedAt?: number;
}

const key = { pk: userExportKey, sk: onlyItem };

export const readExportProgress = (): Promise<ExportProgress | undefined> => getItem(usersTable(), key);
export const keepExportProgress = (progress: ExportProgress): Promise<void> => putItem(usersTable(), key, progress);
