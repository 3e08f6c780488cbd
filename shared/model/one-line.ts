import * as z from 'zod/mini';

const lineEnds = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** What turns the direction of a text round: a name with it can read as another one (unicode.org/reports/tr36). */
const turns = /\p{Bidi_Control}/gu;

/**
 * Makes a schema of a name a line: control characters, which also end lines, become a space, and those that change the
 * direction go. They come along when a cell or a path is copied, and nobody sees them, so they are no reason to refuse.
 */
export const asLine = z.overwrite((typed: string) => typed.replaceAll(lineEnds, ' ').replaceAll(turns, '').trim());
