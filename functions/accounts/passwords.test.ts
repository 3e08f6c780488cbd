import { commonWords, refuseWeakPassword } from './passwords';

const owner = { email: 'hanako.salon@example.jp', username: 'サロン 花子の店' };
const common = 'よく使われているパスワードのため、使用できません。別のパスワードを入力してください。';
const own = 'メールアドレス、お名前、サービス名と同じパスワードは使用できません。別のパスワードを入力してください。';

test('the list has 3,000 different words of at least 8 characters', () => {
  const words = commonWords();
  expect([words.length, new Set(words).size]).toEqual([3000, 3000]);
  expect(words.filter((word) => word.length < 8 || word !== word.normalize('NFKC').toLowerCase())).toEqual([]);
});

// ASVS 6.2.4, 6.2.11
test.each([
  ['password', common],
  ['12345678', common],
  ['aaaaaaaa', common],
  ['PassWord', common],
  ['ｐａｓｓｗｏｒｄ', common],
  ['Hanako.Salon@example.jp', own],
  ['hanako.salon', own],
  ['サロン 花子の店', own],
  ['Revonizer', own],
])('%s is refused, with the reason', (password, text) => {
  expect(() => refuseWeakPassword('newPassword', password, owner)).toThrow(
    expect.objectContaining({ code: 'WEAK_PASSWORD', message: text, fields: { newPassword: text } }),
  );
});

test.each(['correct horse', 'hanako.salon@example.com', 'password of mine'])('%s is accepted', (password) => {
  expect(() => refuseWeakPassword('password', password, owner)).not.toThrow();
});
