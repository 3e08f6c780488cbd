import * as z from 'zod/mini';
import { requireEnv } from '../../runtime/environment';
import { readSecret } from './secrets';

/** Cognito's limits for a client's secret (API_AddUserPoolClientSecret). */
const secretSchema = z.object({ clientSecret: z.string().check(z.regex(/^[\w+]{24,64}$/)) });

/** The secret of Cognito's app client. A renewed one is in use everywhere after five minutes. */
export const clientSecret = async (): Promise<string> =>
  secretSchema.parse(await readSecret(requireEnv('CLIENT_SECRET_ARN'))).clientSecret;
