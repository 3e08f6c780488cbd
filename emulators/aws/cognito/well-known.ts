import type { WireResponse } from '../../platform/index';
import type { Cognito } from './services/cognito';
import { publicJwk } from './services/jwt';

const json = (status: number, body: object): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * `/<poolId>/.well-known/jwks.json` and `/<poolId>/.well-known/openid-configuration`, which verifiers of tokens read.
 */
export async function respondWellKnown(cognito: Cognito, url: string): Promise<WireResponse> {
  const { pathname } = new URL(url, 'http://localhost');
  const [, poolId = '', document] = /^\/([^/]+)\/\.well-known\/(jwks\.json|openid-configuration)$/.exec(pathname) ?? [];
  const pool = cognito.store.pools.get(poolId);
  if (document === undefined) return json(404, { message: `Not found: ${pathname}` });
  if (!pool) return json(404, { message: `User pool ${poolId} does not exist.` });
  if (document === 'jwks.json') return json(200, { keys: [await publicJwk(cognito, pool)] });
  const issuer = cognito.issuerOf(pool.id);
  return json(200, {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'email', 'phone', 'profile'],
    response_types_supported: ['code', 'token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  });
}
