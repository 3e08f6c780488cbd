import * as z from 'zod/mini';
import { clientId } from './client';
import { namesOf, ownIdName, type Names } from './own-id';

/** The signed-in user, from Cognito's token. */
export interface Identity extends Names {
  /** In lower case. */
  email: string;
  /** The display name. */
  username: string;
  /** E.164, if the user has one. */
  phoneNumber?: string;
  groups: string[];
}

const claimsSchema = z.object({
  /** A UUID; also the username in a pool whose users sign in by e-mail. */
  sub: z.string(),
  [ownIdName]: z.optional(z.string()),
  aud: z.string(),
  token_use: z.literal('id'),
  email: z.string(),
  name: z.optional(z.string()),
  phone_number: z.optional(z.string()),
  'cognito:groups': z.optional(z.array(z.string())),
});

/**
 * Reads an ID token from Cognito's own response to this server. Its signature is not checked, because only Cognito
 * could have put it there (OpenID Connect Core 3.1.3.7, point 6); never pass a token from elsewhere.
 */
export function readIdToken(idToken: string): Identity {
  const claims = claimsSchema.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')));
  if (claims.aud !== clientId()) throw new Error('An ID token of another client');
  return {
    ...namesOf(claims.sub, claims[ownIdName]),
    // As in accounts.ts: an address is compared and counted in one form.
    email: claims.email.toLowerCase(),
    username: claims.name ?? claims.email,
    ...(claims.phone_number !== undefined && { phoneNumber: claims.phone_number }),
    groups: claims['cognito:groups'] ?? [],
  };
}
