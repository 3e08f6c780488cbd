export { idOf, openTestAccount, type TestAccount } from './testing/test-account';
