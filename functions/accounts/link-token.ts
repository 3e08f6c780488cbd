/** User and code of Cognito, or user and secret of the portal ({@link newSecret}), joined by a dot. */
const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:([0-9]{6})|([A-Za-z0-9_-]{43}))$/;

/** The token of a mailed link; `proof` may be the placeholder of Cognito's code. */
export const linkToken = (userId: string, proof: string): string => `${userId}.${proof}`;

/**
 * What a token proves with: Cognito's code, or a secret of the portal, which keeps only its hash; such links delete a
 * registration, or set the first password of whoever was moved in. Undefined if it has another form.
 */
export function parseLinkToken(
  token: string,
):
  | { userId: string; code: string; secret?: undefined }
  | { userId: string; secret: string; code?: undefined }
  | undefined {
  const [, userId = '', code, secret] = pattern.exec(token) ?? [];
  if (code !== undefined) return { userId, code };
  return secret === undefined ? undefined : { userId, secret };
}
