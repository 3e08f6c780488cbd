import type { Contact } from '#shared/model/contact';
import { yen } from '#shared/yen';

/** A mail as Cognito takes it: the subject (140 characters at most) and an HTML body. */
export interface Mail {
  subject: string;
  html: string;
}

/** What the stage gives to its mails. */
export interface MailSettings {
  /** The portal's address. */
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

/**
 * Lays a mail out in one column with inline styles, as mail programs need it; the link is also written out for those
 * that show no button. The parts are HTML and this portal's own words: text typed by a user must not go to an unproven
 * address, because somebody could register another person's address to write to them.
 */
export function layOut(parts: MailParts): Mail {
  const { code, link } = parts;
  const body = [
    `<p style="margin:0 0 24px;font-size:20px;font-weight:bold;color:${brand}">レボナイザー（Revonizer）</p>`,
    ...parts.paragraphs.map((text) => paragraph(text)),
    ...(code === undefined
      ? []
      : [
          paragraph('認証コード', 'margin-bottom:4px;font-size:13px'),
          paragraph(code, 'font-size:32px;font-weight:bold;letter-spacing:6px;font-family:monospace'),
        ]),
    ...(link
      ? [
          paragraph(`<a href="${link.url}" style="${buttonStyle}">${link.label}</a>`),
          paragraph(
            `ボタンを押せない場合は、次のアドレスをブラウザーで開いてください。<br>${link.url}`,
            'font-size:13px;word-break:break-all',
          ),
        ]
      : []),
    paragraph(parts.validity),
    '<hr style="border:0;border-top:1px solid #d1d5db;margin:24px 0">',
    paragraph(parts.notYou, 'font-size:13px'),
    paragraph('このメールは送信専用です。ご返信いただいてもお答えできません。', 'font-size:13px'),
  ].join('\n');
  const html = `<!doctype html>
<html lang="ja">
<head><meta charset="utf-8"><title>${parts.subject}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6">
<div style="${pageStyle}">
${body}
</div>
</body>
</html>`;
  return { subject: parts.subject, html };
}
