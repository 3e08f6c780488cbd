import { randomInt } from 'node:crypto';

export const lowercase = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const alphanumeric = `${lowercase}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** An id as the service makes them: pools 9 characters of alphanumeric, clients 26 of lowercase, secrets 51. */
export const randomId = (length: number, letters: string): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
