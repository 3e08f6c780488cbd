import { createHmac } from 'node:crypto';
import { clientSecret } from '../secrets/client-secret';
import { clientId } from './client';

/**
 * The proof that a request comes from the app client: HMAC-SHA256 of user name and client id under the client's secret
 * (Cognito developer guide, "Computing secret hash values"). `username` is the name that the request gives; for a
 * refresh token, which gives none, it is the user's own name, the sub.
 */
export const secretHash = async (username: string): Promise<string> =>
  createHmac('sha256', await clientSecret())
    .update(`${username}${clientId()}`)
    .digest('base64');
