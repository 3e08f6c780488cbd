import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomText(length: number, letters = alphabet): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes past the last whole multiple would favour the first letters.
      if (byte < 256 - (256 % letters.length) && text.length < length) text += letters[byte % letters.length];
    }
  }
  return text;
}

/** `cus_…`: the prefix names the kind, as in Stripe. */
export const newId = (prefix: string): string =>
  `${prefix}_${randomText(prefix === 'cus' || prefix === 'prod' ? 14 : 24)}`;

export const newClientSecret = (intent: string): string => `${intent}_secret_${randomText(25)}`;

/** A customer's prefix of invoice numbers: eight capitals and digits. */
export const newInvoicePrefix = (): string => randomText(8, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789');
