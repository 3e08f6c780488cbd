import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { WireRequest, WireResponse } from '../../platform/index';

const here = fileURLToPath(new URL('.', import.meta.url));
const entries = {
  stripe: 'page/stripe.ts',
  fields: 'frame/fields.ts',
  controller: 'frame/controller.ts',
  challenge: 'challenge/challenge.ts',
};

async function bundle(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: Object.entries(entries).map(([out, entry]) => ({ in: `./${entry}`, out })),
    outdir: '/elements',
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
  });
  return new Map(outputFiles.map((file) => [file.path.split(/[\\/]/).at(-1) ?? '', file.text]));
}

const frameStyle = `
  * { box-sizing: border-box; margin: 0; }
  body { background: transparent; overflow: hidden; }
`;

/** The document of a field frame or of the controller; its script makes the content. */
const framePage = (script: string): string =>
  `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>カード情報</title><style>${frameStyle}</style></head>` +
  `<body><script src="/elements/${script}.js"></script></body></html>`;

const challengeStyle = `
  * { box-sizing: border-box; margin: 0; }
  body { font: 16px/1.7 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; color: #1d2430; background: #fff;
    padding: 24px; }
  header { border-bottom: 1px solid #dfe3e8; padding-bottom: 12px; margin-bottom: 20px; display: flex;
    justify-content: space-between; gap: 12px; }
  header span { color: #57606d; font-size: 14px; }
  h1 { font-size: 20px; margin-bottom: 12px; }
  p { margin-bottom: 20px; }
  button { display: block; width: 100%; min-height: 48px; margin-bottom: 12px; border-radius: 8px;
    border: 1px solid #1f5fae; font: inherit; font-weight: 600; cursor: pointer; }
  button[value=complete] { background: #1f5fae; color: #fff; }
  button[value=fail] { background: #fff; color: #1f5fae; }
  button:focus-visible { outline: 3px solid #f0a020; outline-offset: 2px; }
  button:disabled { opacity: .6; cursor: default; }
  [role=status] { color: #b3261e; min-height: 1.7em; }
`;

/**
 * The bank's page of 3-D Secure. It says that it is a rehearsal, so that nobody takes it for a real bank's page. Its
 * script enables the buttons.
 */
const challengePage =
  '<!doctype html><html lang="ja"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><title>本人認証</title>' +
  `<style>${challengeStyle}</style></head><body>` +
  '<header><strong>テスト銀行</strong><span>3Dセキュア</span></header><main><h1>ご本人の確認</h1>' +
  `<p>カードの登録またはお支払いのため、カード会社による本人認証が必要です。これはテスト用の画面で、実際の銀行にはつながりません。</p>` +
  '<button type="button" value="complete" disabled>認証を完了する</button>' +
  '<button type="button" value="fail" disabled>認証に失敗する</button><p role="status"></p></main>' +
  `<script src="/elements/challenge.js"></script></body></html>`;

const html = (body: string): WireResponse => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    // Card data typed into these pages may go only to their own origin.
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'",
  },
  body,
});

const script = (body: string): WireResponse => ({
  status: 200,
  headers: {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  },
  body,
});

/**
 * The browser's side of the Stripe emulator: the stand-in for Stripe.js at `/stripe.js`, the pages and scripts of its
 * frames under `/elements/`, the bank's page at `GET /3ds/{id}`. Bundles them once. The returned function gives
 * undefined for every other request.
 */
export async function createStripeJsAssets(): Promise<(request: WireRequest) => WireResponse | undefined> {
  const scripts = await bundle();
  const pages: Record<string, string> = {
    '/elements/fields': framePage('fields'),
    '/elements/controller': framePage('controller'),
  };
  return (request) => {
    if (request.method !== 'GET') return undefined;
    const path = request.url.split('?')[0] ?? '';
    if (path === '/stripe.js') return script(scripts.get('stripe.js') ?? '');
    if (/^\/3ds\/[\w-]+$/.test(path)) return html(challengePage);
    if (!path.startsWith('/elements/')) return undefined;
    const page = pages[path];
    if (page !== undefined) return html(page);
    const text = scripts.get(path.slice('/elements/'.length));
    return text === undefined
      ? { status: 404, headers: { 'content-type': 'text/plain' }, body: `There is no ${path}` }
      : script(text);
  };
}
