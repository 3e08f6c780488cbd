import { readFile } from 'node:fs/promises';
import type { WireResponse } from '#emulators/platform';

const files: Record<string, { file: string; type: string }> = {
  '/__local': { file: 'mailbox.html', type: 'text/html; charset=utf-8' },
  '/__local/': { file: 'mailbox.html', type: 'text/html; charset=utf-8' },
  '/__local/mailbox.css': { file: 'mailbox.css', type: 'text/css; charset=utf-8' },
  '/__local/mailbox.js': { file: 'mailbox.js', type: 'text/javascript; charset=utf-8' },
};

/** The page that shows the sent messages. */
export async function mailboxFile(path: string): Promise<WireResponse | undefined> {
  const found = files[path];
  if (!found) return undefined;
  return {
    status: 200,
    headers: {
      'content-type': found.type,
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: await readFile(new URL(`./mailbox-page/${found.file}`, import.meta.url)),
  };
}
