import { emailSchema } from './account';

const address = (length: number): string => `${'a'.repeat(length - '@example.jp'.length)}@example.jp`;

test('an address has at most 128 characters, as a user name of Cognito (API reference, SignUp)', () => {
  expect(emailSchema.safeParse(address(128)).success).toBe(true);
  expect(emailSchema.safeParse(address(129)).success).toBe(false);
});
