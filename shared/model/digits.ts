import * as z from 'zod/mini';
import { phonePattern, postalCodePattern } from './address';

/** What people and address books put between digits: spaces, hyphens and dashes of all kinds, dots, brackets. */
const separators = /[\s\-‐‑‒–—―−ー().・]/g;

/** The digits of a number as it is typed or pasted: full width becomes half width, separators do not count. */
export const plainDigits = (typed: string): string => typed.normalize('NFKC').replaceAll(separators, '');

/** A phone number with its digits alone, and as it is dialled within Japan. */
export const plainPhone = (typed: string): string => plainDigits(typed).replace(/^\+81\(?0?/, '0');

/** Makes a schema of digits accept them as they are typed. */
export const asDigits = z.overwrite(plainDigits);
export const asPhone = z.overwrite(plainPhone);

/** For texts without rules (spec 5, Store edit): only what clearly is a phone number or postal code is tidied. */
export const tidyPhone = (typed: string): string => (phonePattern.test(plainPhone(typed)) ? plainPhone(typed) : typed);
export const tidyPostalCode = (typed: string): string => {
  const digits = plainDigits(typed).replace(/^〒/, '');
  return postalCodePattern.test(digits) ? digits : typed;
};
