import { requireEnv } from '../../runtime/environment';

export const devicesTable = (): string => requireEnv('DEVICES_TABLE');
