import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { PoolRecord } from '../store/records';
import type { Cognito } from './cognito';

export type Claims = Record<string, unknown>;

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

/** The pool's key, made when it is first needed: an RSA key takes a while. */
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

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A JSON Web Token signed with RS256 and the pool's key. */
export async function signJwt(cognito: Cognito, pool: PoolRecord, claims: Claims): Promise<string> {
  const { kid, privateKey } = await keyOf(cognito, pool);
  const content = `${encode({ kid, alg: 'RS256' })}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`;
}

function decode(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

/** What a token says, unproven; undefined where it is no RS256 token. */
export function readJwt(token: string): Claims | undefined {
  const [header = '', body = '', ...rest] = token.split('.');
  if (rest.length !== 1 || decode(header)?.['alg'] !== 'RS256') return undefined;
  return decode(body);
}

export async function hasValidSignature(cognito: Cognito, pool: PoolRecord, token: string): Promise<boolean> {
  const end = token.lastIndexOf('.');
  const { publicKey } = await keyOf(cognito, pool);
  return verify(
    'RSA-SHA256',
    Buffer.from(token.slice(0, end)),
    publicKey,
    Buffer.from(token.slice(end + 1), 'base64url'),
  );
}

/** The pool's public key as JWKS shows it. */
export async function publicJwk(cognito: Cognito, pool: PoolRecord): Promise<JsonWebKey> {
  const { kid, publicKey } = await keyOf(cognito, pool);
  return { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
}
