export { quickCrypto } from './cognito/testing/quick-crypto';
export { startCognito } from './cognito/testing/start-cognito';
