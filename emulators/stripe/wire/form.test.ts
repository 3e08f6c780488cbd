import { canonicalForm, parseForm } from './form';

test('nested brackets become hashes; empty brackets take the next number', () => {
  expect(parseForm('a=1&b[c]=2&d[0][e]=3&d[1][e]=4&f[]=5&f[]=6&g=')).toEqual({
    a: '1',
    b: { c: '2' },
    d: { 0: { e: '3' }, 1: { e: '4' } },
    f: { 0: '5', 1: '6' },
    g: '',
  });
});

test('a name of Object’s prototype is a name like any other', () => {
  const form = parseForm('__proto__[x]=1&constructor=2');
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('the canonical form ignores the order of parameters, not their values', () => {
  expect(canonicalForm(parseForm('a=1&b[c]=2'))).toBe(canonicalForm(parseForm('b[c]=2&a=1')));
  expect(canonicalForm(parseForm('a=1'))).not.toBe(canonicalForm(parseForm('a=2')));
});
