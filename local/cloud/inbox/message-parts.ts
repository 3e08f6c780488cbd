const link = /https?:\/\/[^\s<>"'()（）「」]+/;

/** The six digits and the link in a message's text; null if it has none. */
export function messageParts(text: string): { code: string | null; link: string | null } {
  // Digits within an address or within a longer number are not a code.
  const words = text.replaceAll(new RegExp(link, 'g'), ' ');
  return { code: /(?<![\d-])\d{6}(?![\d-])/.exec(words)?.[0] ?? null, link: link.exec(text)?.[0] ?? null };
}
