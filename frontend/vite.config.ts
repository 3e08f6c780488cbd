import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: [
      // Only the REST client of aws-amplify is needed: its own packages, without the parts for auth and GraphQL (10 kB
      // less).
      { find: /^aws-amplify$/, replacement: '@aws-amplify/core' },
      { find: /^aws-amplify\/api$/, replacement: '@aws-amplify/api-rest' },
      // Nothing is signed with AWS keys: without its cryptography (3 kB less).
      { find: /^\.\/baseHandlers\/authenticatedHandler\.mjs$/, replacement: join(root, 'src/lib/no-signing.ts') },
      // Its package names the build with warnings for developers whatever is built (1 kB more).
      { find: /^react-router$/, replacement: join(root, '../node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  build: { outDir: 'dist', emptyOutDir: true, sourcemap: 'hidden', target: 'es2022', assetsInlineLimit: 0 },
});
