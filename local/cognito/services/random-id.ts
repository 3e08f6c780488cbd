import { randomInt } from 'node:crypto';

export const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const ALPHANUMERIC = `${LOWERCASE}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** An id as the service makes them: pools 9 characters of ALPHANUMERIC, clients 26 of LOWERCASE, secrets 51. */
export const randomId = (length: number, letters: string): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
