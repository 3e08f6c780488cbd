import { canonicalForm, parseForm } from './form';

test('nested brackets become hashes, empty brackets the next number', () => {
  expect(parseForm('a=1&b[c]=2&d[0][e]=3&d[1][e]=4&f[]=5&f[]=6&g=')).toEqual({
    a: '1',
    b: { c: '2' },
    d: { 0: { e: '3' }, 1: { e: '4' } },
    f: { 0: '5', 1: '6' },
    g: '',
  });
});

test('names of a prototype are names like others', () => {
  const form = parseForm('__proto__[x]=1&constructor=2');
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('the order of parameters does not matter, their values do', () => {
  expect(canonicalForm(parseForm('a=1&b[c]=2'))).toBe(canonicalForm(parseForm('b[c]=2&a=1')));
  expect(canonicalForm(parseForm('a=1'))).not.toBe(canonicalForm(parseForm('a=2')));
});
