import { RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
import { clientSecret } from '../secrets/client-secret';
import { clientId, cognito } from './client';

/**
 * Ends a refresh token and every access token made from it (API_RevokeToken; no IAM permission). It is no failure if
 * the token has already ended.
 */
export async function revokeToken(Token: string): Promise<void> {
  const client = { ClientId: clientId(), ClientSecret: await clientSecret() };
  await cognito.send(new RevokeTokenCommand({ ...client, Token }));
}
