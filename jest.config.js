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
];
/** Libraries that a process evaluates once for all its test files in Node (`shared-library.cjs`). */
const shared = [
  '@aws-sdk',
  '@smithy',
  '@aws-lambda-powertools',
  '@kintone',
  'aws-cdk-lib',
  'constructs',
  'stripe',
  'zod',
  'dynalite',
];
const inPackages = (names) => `/node_modules/(${names.join('|')})/`;
const notInPackages = (names) => `/node_modules/(?!(${names.join('|')})/)`;
/** Else Jest reads every bundle and template that a build leaves, once for each project. */
const rooms = ['shared', 'functions', 'frontend', 'infra', 'local', 'emulators', 'e2e', 'bench'];
const roots = rooms.map((name) => `<rootDir>/${name}`);
const inNode = {
  roots,
  testEnvironment: '<rootDir>/local/testing/node-environment.cjs',
  setupFiles: ['<rootDir>/local/testing/environment.ts'],
  transform: { [inPackages(shared)]: '<rootDir>/local/testing/shared-library.cjs', ...transform },
  transformIgnorePatterns: [notInPackages([...esModules, ...shared])],
};

export default {
  // A laptop under load is slow, not wrong: the default of 5 s fails honest tests there.
  testTimeout: 180_000,
  projects: [
    {
      ...inNode,
      displayName: 'node',
      testMatch: ['<rootDir>/{shared,functions,infra,local,bench}/**/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/local/testing/quiet-console.ts'],
    },
    ...['platform', 'aws', 'kintone', 'postal', 'stripe'].map((name) => ({
      ...inNode,
      displayName: `emulators/${name}`,
      testMatch: [`<rootDir>/emulators/${name}/**/*.test.ts`],
      setupFilesAfterEnv: ['<rootDir>/local/testing/quiet-console.ts'],
    })),
    {
      // The whole contract against the whole portal, started as `npm start` does.
      ...inNode,
      displayName: 'cloud',
      testMatch: ['<rootDir>/e2e/**/*.test.ts'],
    },
    {
      displayName: 'browser',
      roots,
      testEnvironment: '<rootDir>/frontend/testing/jsdom-environment.cjs',
      testMatch: ['<rootDir>/frontend/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/frontend/testing/setup.ts', '<rootDir>/local/testing/quiet-console.ts'],
      transform,
      transformIgnorePatterns: [notInPackages(esModules)],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/frontend/testing/empty.cjs',
        // The REST client alone, as in the page (`frontend/vite.config.ts`): the rest took an eighth of a file's time.
        '^aws-amplify$': '@aws-amplify/core',
        '^aws-amplify/api$': '@aws-amplify/api-rest',
      },
    },
  ],
};
