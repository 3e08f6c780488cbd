import { createHmac } from 'node:crypto';

/**
 * The proof of a client with a secret: HMAC-SHA256 of the user name and the client's id under the secret, in base64
 * (developer guide, "Computing secret hash values").
 */
export const secretHash = (client: { id: string; secret: string }, username: string): string =>
  createHmac('sha256', client.secret)
    .update(username + client.id)
    .digest('base64');
