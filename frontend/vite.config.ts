import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Puts the login screen into the built page, so that a visitor sees it before any script has arrived. The page's own
 * script is fetched at once, and started by `public/first.js` (decisions/page).
 */
const firstPage = (): Plugin => ({
  name: 'first-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (html) => {
      const script = ['--import', 'tsx', join(root, 'login-markup.tsx')];
      const { stdout: markup } = await promisify(execFile)(process.execPath, script, {
        cwd: join(root, '..'),
      });
      const made = html
        .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
        .replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, (_tag, page: string) => {
          return `<link rel="modulepreload" crossorigin href="${page}" data-page>`;
        })
        // What is painted first comes first on a slow line.
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
      if (!made.includes('data-page') || !made.includes('<form')) throw new Error('index.html has another form by now');
      return made;
    },
  },
});

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), firstPage()],
  resolve: {
    alias: [
      // Only the REST client of aws-amplify is needed: its own packages, without the parts for auth and GraphQL (10 kB
      // less).
      { find: /^aws-amplify$/, replacement: '@aws-amplify/core' },
      { find: /^aws-amplify\/api$/, replacement: '@aws-amplify/api-rest' },
      // Nothing is signed with AWS keys: without its cryptography (5 kB less).
      { find: /^@aws-crypto\/sha256-js$/, replacement: join(root, 'src/lib/no-signing.ts') },
      { find: /^\.\/baseHandlers\/authenticatedHandler\.mjs$/, replacement: join(root, 'src/lib/no-signing.ts') },
      // Its package names the build with warnings for developers whatever is built (1 kB more).
      { find: /^react-router$/, replacement: join(root, '../node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  build: { outDir: 'dist', emptyOutDir: true, sourcemap: 'hidden', target: 'es2022', assetsInlineLimit: 0 },
});
