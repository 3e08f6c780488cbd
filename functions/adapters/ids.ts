import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** 256 random bits in base64url, 43 characters: session and challenge secrets. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const newId = (): string => randomUUID();

/** SHA-256 in base64url: what the server keeps of a secret, and the key of what is equal. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
