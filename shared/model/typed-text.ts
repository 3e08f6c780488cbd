import * as z from 'zod/mini';
import { plainDigits } from '../numbers';
import { postalCodePattern } from './address';

/** Makes a schema of digits accept them as they are typed. */
export const asDigits = z.overwrite(plainDigits);

/** For texts without rules (spec 5, Store edit): only what clearly is a postal code is tidied. */
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

/** The same for a text of several lines; Kintone need not take a control character. */
export const asText = z.overwrite((typed: string) =>
  typed
    .replaceAll(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(turns, '')
    .trim(),
);
