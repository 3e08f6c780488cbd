const link = /https?:\/\/[^\s<>"'()（）「」]+/;

/** The six digits to type in and the address to open that a message's words hold; null where there are none. */
export function messageParts(text: string): { code: string | null; link: string | null } {
  // Digits within an address are no code, nor are those of a longer number.
  const words = text.replaceAll(new RegExp(link, 'g'), ' ');
  return { code: /(?<![\d-])\d{6}(?![\d-])/.exec(words)?.[0] ?? null, link: link.exec(text)?.[0] ?? null };
}
