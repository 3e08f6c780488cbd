import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random bytes fetched ahead: each call of the system for some is slow. */
const ahead = new Uint8Array(4096);
let used = ahead.length;

function randomByte(): number {
  if (used === ahead.length) {
    randomFillSync(ahead);
    used = 0;
  }
  return ahead[used++] ?? 0;
}

export function randomText(length: number, letters = alphabet): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    // Bytes past the last whole multiple would favour the first letters.
    if (byte < 256 - (256 % letters.length)) text += letters[byte % letters.length];
  }
  return text;
}

/** `cus_…`: the prefix names the kind, as in Stripe. */
export const newId = (prefix: string): string =>
  `${prefix}_${randomText(prefix === 'cus' || prefix === 'prod' ? 14 : 24)}`;

export const newClientSecret = (intent: string): string => `${intent}_secret_${randomText(25)}`;

/** A customer's prefix of invoice numbers: eight capitals and digits. */
export const newInvoicePrefix = (): string => randomText(8, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789');
