import { canonicalJson, identifyRequest, parseSubmitName, submitName } from './identify';

const key = 'a-key-of-the-form';

test('the order of fields does not matter, their values do', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
  expect(identifyRequest('call', { a: 1, b: 2 }, undefined)).toEqual(
    identifyRequest('call', { b: 2, a: 1 }, undefined),
  );
  expect(identifyRequest('call', { a: 1 }, undefined).key).not.toBe(identifyRequest('call', { a: 2 }, undefined).key);
  expect(identifyRequest('call', { a: 1 }, undefined).key).not.toBe(identifyRequest('other', { a: 1 }, undefined).key);
});

test('a named submit is known by its name alone', () => {
  const one = identifyRequest('call', { a: 1 }, key);
  const other = identifyRequest('call', { a: 2 }, key);
  expect(one).toMatchObject({ key: other.key, named: true });
  expect(one.fingerprint).not.toBe(other.fingerprint);
  expect(one.key).not.toContain(key);
});

test.each(['x'.repeat(16), 'x'.repeat(255), crypto.randomUUID()])('%s can be a key', (header) => {
  expect(identifyRequest('call', {}, header).named).toBe(true);
});

test.each(['', 'x'.repeat(15), 'x'.repeat(256), 'tab\tin the middle of', 'あ'.repeat(20)])('%j cannot', (header) => {
  expect(() => identifyRequest('call', {}, header)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
});

test('the name in Stripe’s metadata leads back', () => {
  const submit = { key: identifyRequest('call', {}, key).key, id: crypto.randomUUID() };
  expect(parseSubmitName(submitName(submit))).toEqual(submit);
  expect(submitName(submit).length).toBeLessThanOrEqual(500);
  expect(parseSubmitName('nonsense')).toBeUndefined();
});
