const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
const decoded = (text: string): string => text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole);

const isHtml = (body: string): boolean => /<(html|body|p|br|div|a)\b/i.test(body);

/** The words of a mail as a reader sees them. */
function plainText(body: string): string {
  if (!isHtml(body)) return body.trim();
  const text = body
    .replaceAll(/<(style|title|script)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<br\s*\/?>|<\/(p|div|tr|h\d|li)>|<hr[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '');
  const lines = decoded(text).split('\n').map((line) => line.trim());
  return lines.join('\n').replaceAll(/\n{3,}/g, '\n\n').trim();
}

/** The address a mail wants opened: of its first link, or the first one in its words. */
function firstLink(body: string, text: string): string | null {
  const href = isHtml(body) ? /<a\b[^>]*\bhref="(https?:[^"]+)"/i.exec(body)?.[1] : undefined;
  return href === undefined ? (/https?:\/\/[^\s<>"'()（）「」]+/.exec(text)?.[0] ?? null) : decoded(href);
}

/** Six digits that stand alone, outside of addresses. */
function firstCode(text: string): string | null {
  const withoutLinks = text.replaceAll(/https?:\/\/\S+/g, ' ');
  return /(?<![\d-])\d{6}(?![\d-])/.exec(withoutLinks)?.[0] ?? null;
}

/** What a message says, and the code and link in it, where there are any. */
export function messageParts(body: string): { text: string; code: string | null; link: string | null } {
  const text = plainText(body);
  return { text, code: firstCode(text), link: firstLink(body, text) };
}
