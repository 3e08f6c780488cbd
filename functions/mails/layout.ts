import type { Contact } from '#shared/model/business';
import { yen } from '#shared/numbers';

/**
 * A mail: the subject (140 characters at most), an HTML body, and the same as plain text, for programs that show no
 * HTML. Cognito's mails have the HTML alone (developer guide, "Custom message Lambda trigger").
 */
export interface Mail {
  subject: string;
  html: string;
  text: string;
}

export interface MailSettings {
  origin: string;
  contact: Contact;
}

interface MailParts {
  subject: string;
  /** Why the reader gets this mail, one paragraph each. */
  paragraphs: readonly string[];
  /** Shown in large digits. */
  code?: string;
  link?: { label: string; url: string };
  /** How long code and link are valid. */
  validity: string;
  /** What to do if it was not the reader. */
  notYou: string;
}

/** A text that an owner typed, as HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** 9900 → `9,900円（税込）`. */
export const yenWithTax = (amount: number): string => `${yen(amount)}（税込）`;

const ink = '#1f2937';
const brand = '#0f766e';
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:8px;' +
  `background:${brand};color:#ffffff;text-decoration:none`;
const pageStyle =
  'max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px;' +
  `color:${ink};font-family:sans-serif;font-size:15px;line-height:1.7`;
const paragraph = (text: string, style = ''): string => `<p style="margin:0 0 16px;${style}">${text}</p>`;

const withoutTags = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

/** The words of a part, with a link's address beside it. Typed `<` are escaped, so the others are our tags. */
const wordsOf = (html: string): string =>
  withoutTags(
    html
      .replaceAll('<br>', '\n')
      .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, (_link, url: string, label: string) =>
        withoutTags(label) === url ? url : `${label} ( ${url} )`,
      ),
  )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

type Block = Pick<Mail, 'html' | 'text'>;
const block = (html: string, style?: string): Block => ({ html: paragraph(html, style), text: wordsOf(html) });

/** The link as a button; also written out, for programs that show none. */
const linkBlock = ({ label, url }: NonNullable<MailParts['link']>): Block => ({
  html: [
    paragraph(`<a href="${url}" style="${buttonStyle}">${label}</a>`),
    paragraph(
      `ボタンを押せない場合は、次のアドレスをブラウザーで開いてください。<br>${url}`,
      'font-size:13px;word-break:break-all',
    ),
  ].join('\n'),
  text: `${label}\n${url}`,
});

/**
 * Lays a mail out in one column with inline styles, as mail programs need it, and as plain text. The parts are HTML and
 * this portal's own words: text typed by a user must not go to an unproven address, because somebody could register
 * another person's address to write to them.
 */
export function layOut({ subject, paragraphs, code, link, validity, notYou }: MailParts): Mail {
  const blocks = [
    block('レボナイザー（Revonizer）', `margin-bottom:24px;font-size:20px;font-weight:bold;color:${brand}`),
    ...paragraphs.map((text) => block(text)),
    ...(code === undefined
      ? []
      : [
          block('認証コード', 'margin-bottom:4px;font-size:13px'),
          block(code, 'font-size:32px;font-weight:bold;letter-spacing:6px;font-family:monospace'),
        ]),
    ...(link ? [linkBlock(link)] : []),
    block(validity),
    { html: '<hr style="border:0;border-top:1px solid #d1d5db;margin:24px 0">', text: '--------' },
    block(notYou, 'font-size:13px'),
    block('このメールは送信専用です。ご返信いただいてもお答えできません。', 'font-size:13px'),
  ];
  const html = `<!doctype html>
<html lang="ja">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6">
<div style="${pageStyle}">
${blocks.map((one) => one.html).join('\n')}
</div>
</body>
</html>`;
  return { subject, html, text: blocks.map(({ text }) => text).join('\n\n') };
}
