import iconv from 'iconv-lite';

/** Stands for a character that Shift_JIS lacks, as printers in Japan do it (下駄). */
const missing = '〓';

/**
 * Characters that programs write in one of two ways, of which Microsoft's Shift_JIS (CP932) has the other (WHATWG,
 * Encoding Standard, "Shift_JIS encoder").
 */
const twins: Readonly<Record<string, string>> = {
  '\u301C': '\uFF5E',
  '\u2212': '\uFF0D',
  '\u2014': '\u2015',
  '\u2016': '\u2225',
  '\u00A2': '\uFFE0',
  '\u00A3': '\uFFE1',
  '\u00AC': '\uFFE2',
  '\u00A5': '\uFFE5',
  '\u00C5': '\u212B',
  '\u00A0': ' ',
};

/** Invisible characters that choose a form of the one before them: without them it still is the same character. */
const selectors = /\p{Variation_Selector}/gu;

const has = (character: string): boolean => iconv.decode(iconv.encode(character, 'cp932'), 'cp932') === character;

/** A text in Shift_JIS; `replaced` counts the characters that it lacks, each written as {@link missing}. */
export function toShiftJis(text: string): { bytes: Buffer; replaced: number } {
  let replaced = 0;
  const known = new Map<string, string>();
  const characters = Array.from(text.normalize('NFC').replaceAll(selectors, ''), (character) => {
    const written = known.get(character) ?? twins[character] ?? (has(character) ? character : missing);
    known.set(character, written);
    if (written === missing && character !== missing) replaced += 1;
    return written;
  });
  return { bytes: iconv.encode(characters.join(''), 'cp932'), replaced };
}
