const uuidPattern = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;
const tokenPattern = /^([A-Za-z0-9_-]{22})\.([0-9]{6})$/;

/**
 * The token of a mailed link: an opaque key of the user and Cognito's code, joined by a dot. The key is the 16 bytes
 * of Cognito's sub in base64url. `code` may be Cognito's placeholder, which Cognito replaces when the mail is worded,
 * so it is kept unchanged.
 */
export function linkToken(userId: string, code: string): string {
  if (!uuidPattern.test(userId)) throw new Error('A user id that is no UUID');
  return `${Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')}.${code}`;
}

/** User and code of a token; undefined if it has another form. */
export function parseLinkToken(token: string): { userId: string; code: string } | undefined {
  const [, key, code] = tokenPattern.exec(token) ?? [];
  if (key === undefined || code === undefined) return undefined;
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.toString('base64url') !== key) return undefined;
  const userId = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { userId, code };
}
