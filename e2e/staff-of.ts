import { staffCredentials } from '../local/records/tokens';
import { Staff } from '../local/seed/staff';
import type { Portal } from './portal';

/** The staff at a running portal's record system. */
export async function staffOf(portal: Portal): Promise<Staff> {
  const { records, kintoneApiToken } = await portal.services();
  return new Staff({ url: records, headers: staffCredentials(kintoneApiToken) });
}
