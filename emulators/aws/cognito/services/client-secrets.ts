import { createHmac } from 'node:crypto';
import type { ClientSecretDescriptorType } from '@aws-sdk/client-cognito-identity-provider';
import type { ClientRecord, ClientSecret } from '../store/records';

/** A client's secrets at one time (API_AddUserPoolClientSecret). */
export const mostSecrets = 2;

/** `<client-id>--<epoch-create-time>` (API_ClientSecretDescriptorType). */
export const secretId = (client: ClientRecord, { created }: ClientSecret): string => `${client.id}--${created}`;

/** The secrets that a client has, the oldest first; each is accepted. Without any, the client is a public one. */
export const secretsOf = ({ secret, created, addedSecrets = [] }: ClientRecord): ClientSecret[] => [
  ...(secret === undefined ? [] : [{ value: secret, created }]),
  ...addedSecrets,
];

/** A secret without its value. */
export const describeSecret = (client: ClientRecord, secret: ClientSecret): ClientSecretDescriptorType => ({
  ClientSecretId: secretId(client, secret),
  ClientSecretCreateDate: new Date(secret.created),
});

/**
 * The proof of a client with a secret: HMAC-SHA256 of the user name and the client's id under the secret, in base64
 * (developer guide, "Computing secret hash values").
 */
export const secretHash = (client: { id: string; secret: string }, username: string): string =>
  createHmac('sha256', client.secret)
    .update(username + client.id)
    .digest('base64');
