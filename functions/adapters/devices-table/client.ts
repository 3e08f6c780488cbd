import { requireEnv } from '../../runtime/environment';

/** The same client as the users table's: one for each container. */
export { documents } from '../users-table/client';

export const devicesTable = (): string => requireEnv('DEVICES_TABLE');
