import { requireEnv } from '../../runtime/environment';

export const usersTable = (): string => requireEnv('USERS_TABLE');
