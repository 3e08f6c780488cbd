import { canonicalJson, identifySubmit, parseSubmitName, submitName } from './submit-key';

const key = 'a-key-of-the-form';

test('the order of fields does not matter, their values do', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
  expect(identifySubmit('call', { a: 1, b: 2 }, undefined)).toEqual(identifySubmit('call', { b: 2, a: 1 }, undefined));
  expect(identifySubmit('call', { a: 1 }, undefined).key).not.toBe(identifySubmit('call', { a: 2 }, undefined).key);
  expect(identifySubmit('call', { a: 1 }, undefined).key).not.toBe(identifySubmit('other', { a: 1 }, undefined).key);
});

test('a named submit is known by its name alone', () => {
  const one = identifySubmit('call', { a: 1 }, key);
  const other = identifySubmit('call', { a: 2 }, key);
  expect(one).toMatchObject({ key: other.key, named: true });
  expect(one.fingerprint).not.toBe(other.fingerprint);
  expect(one.key).not.toContain(key);
});

test.each(['x'.repeat(16), 'x'.repeat(255), crypto.randomUUID()])('%s can be a key', (header) => {
  expect(identifySubmit('call', {}, header).named).toBe(true);
});

test.each(['', 'x'.repeat(15), 'x'.repeat(256), 'tab\tin the middle of', 'あ'.repeat(20)])('%j cannot', (header) => {
  expect(() => identifySubmit('call', {}, header)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
});

test('the name in Stripe’s metadata leads back', () => {
  const submit = { key: identifySubmit('call', {}, key).key, id: crypto.randomUUID() };
  expect(parseSubmitName(submitName(submit))).toEqual(submit);
  expect(submitName(submit).length).toBeLessThanOrEqual(500);
  expect(parseSubmitName('nonsense')).toBeUndefined();
});
