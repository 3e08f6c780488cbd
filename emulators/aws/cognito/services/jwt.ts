import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { compactVerify, decodeJwt, decodeProtectedHeader, exportJWK, SignJWT, type JWK } from 'jose';
import type { PoolRecord } from '../store/records';
import type { Cognito } from './cognito';

export type Claims = Record<string, unknown>;

const algorithm = 'RS256';

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const opened = new WeakMap<NonNullable<PoolRecord['signingKey']>, SigningKey>();
const making = new WeakMap<PoolRecord, Promise<void>>();

/** A new RSA private key of 2048 bits (PKCS #8, PEM). */
export async function newSigningKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

async function makeKey(cognito: Cognito, pool: PoolRecord): Promise<void> {
  const privateKey = await cognito.newSigningKey();
  const kid = Buffer.from(`${pool.id} ${cognito.clock.now()}`).toString('base64');
  await cognito.store.pools.change(pool.id, (changed) => {
    changed.signingKey = { kid, privateKey };
  });
}

/** The pool's key, made when it is first needed, because making an RSA key takes time. */
async function keyOf(cognito: Cognito, pool: PoolRecord): Promise<SigningKey> {
  if (!pool.signingKey) {
    const made = making.get(pool) ?? makeKey(cognito, pool);
    making.set(pool, made);
    await made;
  }
  const kept = pool.signingKey;
  if (!kept) throw new Error(`The user pool ${pool.id} was deleted meanwhile`);
  const before = opened.get(kept);
  if (before) return before;
  const privateKey = createPrivateKey(kept.privateKey);
  const key = { kid: kept.kid, privateKey, publicKey: createPublicKey(privateKey) };
  opened.set(kept, key);
  return key;
}

/** A JSON Web Token signed with RS256 and the pool's key. */
export async function signJwt(cognito: Cognito, pool: PoolRecord, claims: Claims): Promise<string> {
  const { kid, privateKey } = await keyOf(cognito, pool);
  return new SignJWT(claims).setProtectedHeader({ kid, alg: algorithm }).sign(privateKey);
}

/** The claims of a token without checking its signature; undefined if it is not an RS256 token. */
export function readJwt(token: string): Claims | undefined {
  try {
    return decodeProtectedHeader(token).alg === algorithm ? decodeJwt(token) : undefined;
  } catch {
    return undefined;
  }
}

export async function hasValidSignature(cognito: Cognito, pool: PoolRecord, token: string): Promise<boolean> {
  const { publicKey } = await keyOf(cognito, pool);
  return compactVerify(token, publicKey, { algorithms: [algorithm] }).then(
    () => true,
    () => false,
  );
}

/** The pool's public key as JWKS shows it. */
export async function publicJwk(cognito: Cognito, pool: PoolRecord): Promise<JWK> {
  const { kid, publicKey } = await keyOf(cognito, pool);
  return { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' };
}
