import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

/** 256 random bits in base64url, 43 characters: session and challenge secrets. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const newId = (): string => randomUUID();

/** Random characters of an alphabet, all equally likely. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** SHA-256 in base64url: the server keeps only this of a secret, and uses it as the key for equal content. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A whole number from `least` up to, but without, `most`. */
export const randomFrom = (least: number, most: number): number => randomInt(least, most);
