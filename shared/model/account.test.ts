import { emailSchema, newEmailSchema } from './account';

const address = (length: number): string => `${'a'.repeat(length - '@example.jp'.length)}@example.jp`;

test('an address has at most 128 characters, as a user name of Cognito (API reference, SignUp)', () => {
  expect(emailSchema.safeParse(address(128)).success).toBe(true);
  expect(emailSchema.safeParse(address(129)).success).toBe(false);
});

test.each(['a..b@docomo.ne.jp', 'a.@docomo.ne.jp'])('%s: the text says why, and what to enter', (typed) => {
  const why = '。「..」や「.@」を含むアドレスには送信できないため、ほかのアドレスを入力してください';
  const textOf = (schema: typeof emailSchema): string | undefined => schema.safeParse(typed).error?.issues[0]?.message;
  expect(textOf(emailSchema)).toBe(`メールアドレスの形式が正しくありません${why}`);
  expect(textOf(newEmailSchema)).toBe(`有効なメールアドレスを入力してください${why}`);
});
