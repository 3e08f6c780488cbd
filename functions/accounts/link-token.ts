const uuidPattern = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;
const tokenPattern = /^([A-Za-z0-9_-]{22})\.(.+)$/;
const codePattern = /^[0-9]{6}$/;
/** The form of the secrets that `newSecret` makes. */
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** An opaque key of a user: the 16 bytes of their pool name in base64url. */
function keyOf(userId: string): string {
  if (!uuidPattern.test(userId)) throw new Error('A user id that is no UUID');
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** User and second half of a token; undefined if it has another form. */
function parse(token: string, second: RegExp): { userId: string; rest: string } | undefined {
  const [, key, rest] = tokenPattern.exec(token) ?? [];
  if (key === undefined || rest === undefined || !second.test(rest)) return undefined;
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.toString('base64url') !== key) return undefined;
  return { userId: bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), rest };
}

/** The token of a mailed link: the user's key and Cognito's code, which may be the placeholder, joined by a dot. */
export const linkToken = (userId: string, code: string): string => `${keyOf(userId)}.${code}`;

/** User and code of a token; undefined if it has another form. */
export function parseLinkToken(token: string): { userId: string; code: string } | undefined {
  const parsed = parse(token, codePattern);
  return parsed && { userId: parsed.userId, code: parsed.rest };
}

/**
 * The token of a link with a secret of the portal, which keeps only the hash: the user's key and the secret. Such links
 * delete a registration, or set the first password of whoever was moved in. Undefined for any text that is not such a
 * secret, because a caller of Cognito itself chooses what the trigger gets.
 */
export const secretToken = (userId: string, secret: string): string | undefined =>
  secretPattern.test(secret) ? `${keyOf(userId)}.${secret}` : undefined;

/** User and secret of a {@link secretToken}; undefined if it has another form. */
export function parseSecretToken(token: string): { userId: string; secret: string } | undefined {
  const parsed = parse(token, secretPattern);
  return parsed && { userId: parsed.userId, secret: parsed.rest };
}
