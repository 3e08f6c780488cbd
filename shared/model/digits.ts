import * as z from 'zod/mini';
import { plainDigits, plainPhone } from '../digits';
import { phonePattern, postalCodePattern } from './address';

/** Makes a schema of digits accept them as they are typed. */
export const asDigits = z.overwrite(plainDigits);
export const asPhone = z.overwrite(plainPhone);

/** For texts without rules (spec 5, Store edit): only what clearly is a phone number or postal code is tidied. */
export const tidyPhone = (typed: string): string => (phonePattern.test(plainPhone(typed)) ? plainPhone(typed) : typed);
export const tidyPostalCode = (typed: string): string => {
  const digits = plainDigits(typed).replace(/^〒/, '');
  return postalCodePattern.test(digits) ? digits : typed;
};
