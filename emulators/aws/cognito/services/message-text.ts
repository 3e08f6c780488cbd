const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (/^#x/i.test(name)) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    return entities[name.toLowerCase()] ?? whole;
  });
}

/**
 * The text that a person reads of an HTML mail: its words in lines, with each link's address beside its words. Plain
 * text stays unchanged.
 */
export function readableText(mail: string): string {
  if (!/<[a-z!/][^>]*>/i.test(mail)) return mail;
  const text = mail
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(style|script|head|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /<a\b[^>]*?\bhref\s*=\s*(["'])(.*?)\1[^>]*>(.*?)<\/a\s*>/gi,
      (_whole, _quote: string, address: string, words: string) => {
        const shown = words.replaceAll(/<[^>]*>/g, '').trim();
        return shown === '' || shown === address ? ` ${address} ` : `${shown} ( ${address} )`;
      },
    )
    .replaceAll(/<(br|hr)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/(p|div|h[1-6]|li|tr|table|ul|ol|section|header|footer)\s*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '');
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
