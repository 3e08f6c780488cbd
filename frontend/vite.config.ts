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
    ],
  },
  build: { outDir: 'dist', emptyOutDir: true, sourcemap: 'hidden', target: 'es2022', assetsInlineLimit: 0 },
});
