export { quickCrypto, startCognito } from './cognito/testing/start-cognito';
