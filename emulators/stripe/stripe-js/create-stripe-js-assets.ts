import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { WireRequest, WireResponse } from '../../platform/index';
import { challengePage, framePage } from './pages';

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
