import { readFileSync } from 'node:fs';
import { calls } from '#shared/contract/index';
import { linesIn } from '../testing/bundles';

/** The lines of our own that a call's bundle is made of, but for those that only list codes. */
function codeOf(name: string): string {
  const files = [...linesIn(name)].filter(([file]) => /\/(functions|shared\/model)\/[^:]*\.ts$/.test(file));
  return files
    .flatMap(([file, lines]) => {
      const code = readFileSync(file, 'utf8').split('\n');
      return [...lines].map((line) => code[line] ?? '');
    })
    .join('\n');
}

test.each(calls.filter(({ errors }) => errors).map((call) => [call.name, call] as const))(
  '%s names every code in its own code that its entry of the contract lists: nobody waits for one that cannot come',
  (name, { errors = [] }) => {
    const code = codeOf(name);
    expect(errors.filter((one) => !new RegExp(`\\b${one}\\b`).test(code))).toEqual([]);
  },
);
