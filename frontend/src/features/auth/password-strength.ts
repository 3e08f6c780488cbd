import { sum } from '#shared/numbers';

/** The levels of spec 5 with their colours; `minimum` is the lowest score of a level. */
const strengthLevels = [
  { name: 'very-strong', minimum: 80, label: '非常に強い', colour: 'dark-green' },
  { name: 'strong', minimum: 60, label: '強い', colour: 'green' },
  { name: 'normal', minimum: 30, label: '普通', colour: 'yellow' },
  { name: 'weak', minimum: Number.MIN_VALUE, label: '弱い', colour: 'red' },
  { name: 'empty', minimum: 0, label: 'パスワードを入力してください', colour: 'none' },
] as const;
export type StrengthLevel = (typeof strengthLevels)[number];

/**
 * The checks that raise the score, in the order of the checklist; points of spec 5. Any character except a-z, A-Z and
 * 0-9 is special.
 */
const strengthChecks = [
  { name: 'length-8', points: 25, label: '8文字以上', test: (password: string) => password.length >= 8 },
  { name: 'length-12', points: 25, label: '12文字以上', test: (password: string) => password.length >= 12 },
  { name: 'lowercase', points: 12.5, label: '小文字を含む', test: (password: string) => /[a-z]/.test(password) },
  { name: 'uppercase', points: 12.5, label: '大文字を含む', test: (password: string) => /[A-Z]/.test(password) },
  { name: 'digit', points: 12.5, label: '数字を含む', test: (password: string) => /[0-9]/.test(password) },
  { name: 'special', points: 12.5, label: '記号を含む', test: (password: string) => /[^A-Za-z0-9]/.test(password) },
] as const;

/**
 * The strength of a password (spec 5): its score of 0 to 100, its level, and each check with its result. For
 * information only: a new password needs 8 characters and nothing else.
 */
export function passwordStrength(password: string) {
  const checks = strengthChecks.map(({ test, ...check }) => ({ ...check, met: test(password) }));
  const score = sum(checks.map(({ points, met }) => (met ? points : 0)));
  const level = strengthLevels.find((one) => score >= one.minimum) ?? strengthLevels[4];
  return { score, level, checks };
}
