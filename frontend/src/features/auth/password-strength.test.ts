import { passwordStrength } from './password-strength';

test.each([
  ['', 0, 'empty'],
  ['a', 12.5, 'weak'],
  ['aA', 25, 'weak'],
  ['aA1', 37.5, 'normal'],
  ['abcdefg', 12.5, 'weak'],
  ['abcdefgh', 37.5, 'normal'],
  ['abcdefg1', 50, 'normal'],
  ['aA1!', 50, 'normal'],
  ['Abcdefg1', 62.5, 'strong'],
  ['abcdefghijkl', 62.5, 'strong'],
  ['Abcdef1!', 75, 'strong'],
  ['Abcdefghijkl', 75, 'strong'],
  ['Abcdefghijk1', 87.5, 'very-strong'],
  ['Abcdefghij1!', 100, 'very-strong'],
  ['Abcdefghij1! and much longer still', 100, 'very-strong'],
  ['パスワード', 12.5, 'weak'],
])('%j scores %d and is %s', (password, score, level) => {
  const strength = passwordStrength(password);
  expect(strength.score).toBe(score);
  expect(strength.level.name).toBe(level);
});

test('the checklist shows which checks are met', () => {
  expect(
    passwordStrength('abcdefg1')
      .checks.filter((check) => check.met)
      .map((check) => check.name),
  ).toEqual(['length-8', 'lowercase', 'digit']);
});

test('each level has its label and colour', () => {
  expect(passwordStrength('').level).toMatchObject({ label: 'パスワードを入力してください', colour: 'none' });
  expect(passwordStrength('a').level).toMatchObject({ label: '弱い', colour: 'red' });
  expect(passwordStrength('aA1').level).toMatchObject({ label: '普通', colour: 'yellow' });
  expect(passwordStrength('Abcdefg1').level).toMatchObject({ label: '強い', colour: 'green' });
  expect(passwordStrength('Abcdefghij1!').level).toMatchObject({ label: '非常に強い', colour: 'dark-green' });
});
