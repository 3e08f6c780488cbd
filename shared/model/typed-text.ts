import * as z from 'zod/mini';
import { plainDigits, plainPhone } from '../numbers';
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

const lineEnds = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** What turns the direction of a text round: a name with it can read as another one (unicode.org/reports/tr36). */
const turns = /\p{Bidi_Control}/gu;

/**
 * Makes a schema of a name a line: control characters, which also end lines, become a space, and those that change the
 * direction go. They come along when a cell or a path is copied, and nobody sees them, so they are no reason to refuse.
 */
export const asLine = z.overwrite((typed: string) => typed.replaceAll(lineEnds, ' ').replaceAll(turns, '').trim());
