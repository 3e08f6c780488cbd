import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  randomInt,
  randomUUID,
} from 'node:crypto';

/** 256 random bits in base64url, 43 characters: session and challenge secrets. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const newId = (): string => randomUUID();

/** Random characters of an alphabet, all equally likely. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** SHA-256 in base64url: the server keeps only this of a secret, and uses it as the key for equal content. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

const algorithm = 'aes-256-gcm';
const sizes = { iv: 12, tag: 16 };

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'portal/sealed', 32));

/** Encrypts a text under a caller's secret of 256 random bits: AES-256-GCM with a key from HKDF, in base64url. */
export function seal(text: string, secret: string): string {
  const iv = randomBytes(sizes.iv);
  const cipher = createCipheriv(algorithm, keyOf(secret), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text of {@link seal}; throws for another secret or altered bytes. */
export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, sizes.iv));
  decipher.setAuthTag(bytes.subarray(sizes.iv, sizes.iv + sizes.tag));
  return Buffer.concat([decipher.update(bytes.subarray(sizes.iv + sizes.tag)), decipher.final()]).toString('utf8');
}
