/** Tests stand beside what they test (`x.test.ts`); browser stories live in e2e/ and run under Playwright. */
const transform = {
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2023',
      },
    },
  ],
};
/** Packages published as ES modules only; Jest runs CommonJS here. */
const esModules = [
  '@middy',
  'jose',
  'p-limit',
  'yocto-queue',
  'aws-amplify',
  '@aws-amplify',
  'swr',
  'react-router',
  'react-router-dom',
  '@kintone',
];
const transformIgnorePatterns = [`/node_modules/(?!(${esModules.join('|')})/)`];

export default {
  // A laptop under load is slow, not wrong: the default of 5 s fails honest tests there.
  testTimeout: 180_000,
  projects: [
    {
      displayName: 'node',
      testEnvironment: '<rootDir>/local/testing/node-environment.cjs',
      testMatch: ['<rootDir>/{shared,functions,infra,local,bench}/**/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/local/testing/quiet-console.ts'],
      setupFiles: ['<rootDir>/local/testing/environment.ts'],
      transform,
      transformIgnorePatterns,
    },
    {
      // The whole contract against the whole portal, started as `npm start` does.
      displayName: 'cloud',
      testEnvironment: '<rootDir>/local/testing/node-environment.cjs',
      testMatch: ['<rootDir>/e2e/**/*.test.ts'],
      setupFiles: ['<rootDir>/local/testing/environment.ts'],
      transform,
      transformIgnorePatterns,
    },
    {
      displayName: 'browser',
      testEnvironment: '<rootDir>/frontend/testing/jsdom-environment.cjs',
      testMatch: ['<rootDir>/frontend/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/frontend/testing/setup.ts', '<rootDir>/local/testing/quiet-console.ts'],
      transform,
      transformIgnorePatterns,
      moduleNameMapper: { '\\.css$': '<rootDir>/frontend/testing/empty.cjs' },
    },
  ],
};
