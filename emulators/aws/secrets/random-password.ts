import { randomInt } from 'node:crypto';
import type { Parameters } from './input';
import { invalid } from './errors';

const kinds = {
  ExcludeLowercase: 'abcdefghijklmnopqrstuvwxyz',
  ExcludeUppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ExcludeNumbers: '0123456789',
  ExcludePunctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
} as const;

export const randomPasswordParameters = [
  'ExcludeCharacters',
  'IncludeSpace',
  'PasswordLength',
  'RequireEachIncludedType',
  ...Object.keys(kinds),
];

const pick = (from: string): string => from[randomInt(from.length)] ?? '';

/**
 * docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetRandomPassword.html; by default 32 characters, one of
 * each kind.
 */
export function randomPassword(given: Parameters, requireEach: boolean): string {
  const excluded = given.text('ExcludeCharacters') ?? '';
  const length = given.number('PasswordLength', 1, 4096) ?? 32;
  const sets = Object.entries(kinds)
    .filter(([name]) => !given.flag(name))
    .map(([, characters]) => characters as string);
  if (given.flag('IncludeSpace')) sets.push(' ');
  const allowed = sets
    .map((set) =>
      set
        .split('')
        .filter((one) => !excluded.includes(one))
        .join(''),
    )
    .filter((set) => set !== '');
  if (allowed.length === 0) throw invalid('There are no characters left to choose from.');
  const needed = requireEach ? allowed.map(pick) : [];
  if (needed.length > length)
    throw invalid(`The password length ${length} is too short for one character of each included type.`);
  const characters = [...needed, ...Array.from({ length: length - needed.length }, () => pick(allowed.join('')))];
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}
