/**
 * The text of /.well-known/security.txt (RFC 9116), valid until the first day of the eleventh month from now, so that
 * deployments of one month write the same.
 */
export function securityText(contact: string, portalOrigin: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11, 1));
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: ja, en',
    `Canonical: ${portalOrigin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
