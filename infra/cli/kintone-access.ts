import { readFileSync } from 'node:fs';
import type { RecordAccess } from '#shared/model/record-connection';

/**
 * What the stage's domain asks of every client, from the shell of whoever runs a tool: KINTONE_BASIC_AUTH_USERNAME and
 * KINTONE_BASIC_AUTH_PASSWORD for basic authentication, KINTONE_PFX_FILE (a path) and KINTONE_PFX_PASSWORD for a client
 * certificate. A variable without its partner is an error.
 */
export function accessFromShell(env: Readonly<Record<string, string | undefined>> = process.env): RecordAccess {
  const pair = (first: string, second: string): [string, string] | undefined => {
    const [one, other] = [env[first] || undefined, env[second] || undefined];
    if (one !== undefined && other !== undefined) return [one, other];
    if (one !== undefined || other !== undefined) throw new Error(`Set both ${first} and ${second}, or neither`);
    return undefined;
  };
  const basic = pair('KINTONE_BASIC_AUTH_USERNAME', 'KINTONE_BASIC_AUTH_PASSWORD');
  const certificate = pair('KINTONE_PFX_FILE', 'KINTONE_PFX_PASSWORD');
  return {
    ...(basic && { basicAuth: { username: basic[0], password: basic[1] } }),
    ...(certificate && {
      clientCertificate: { pfx: readFileSync(certificate[0]).toString('base64'), password: certificate[1] },
    }),
  };
}
