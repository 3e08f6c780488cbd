import { canonicalJson, identifyRequest } from './identify';

const key = 'a-key-of-the-form';

test('same fields in another order: same identity; another value or call: another one', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
  expect(identifyRequest('call', { a: 1, b: 2 }, undefined)).toEqual(
    identifyRequest('call', { b: 2, a: 1 }, undefined),
  );
  expect(identifyRequest('call', { a: 1 }, undefined).key).not.toBe(identifyRequest('call', { a: 2 }, undefined).key);
  expect(identifyRequest('call', { a: 1 }, undefined).key).not.toBe(identifyRequest('other', { a: 1 }, undefined).key);
});

test('with an Idempotency-Key: its key is the same for any content, the fingerprint tells the content', () => {
  const one = identifyRequest('call', { a: 1 }, key);
  const other = identifyRequest('call', { a: 2 }, key);
  expect(one).toMatchObject({ key: other.key, named: true });
  expect(one.fingerprint).not.toBe(other.fingerprint);
  expect(one.key).not.toContain(key);
});

test.each(['x'.repeat(16), 'x'.repeat(255), crypto.randomUUID()])('header %s: accepted', (header) => {
  expect(identifyRequest('call', {}, header).named).toBe(true);
});

test.each(['', 'x'.repeat(15), 'x'.repeat(256), 'tab\tin the middle of', 'あ'.repeat(20)])(
  'header %j: INVALID_INPUT',
  (header) => {
    expect(() => identifyRequest('call', {}, header)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  },
);
