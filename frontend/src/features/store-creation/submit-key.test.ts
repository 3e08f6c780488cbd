import { SubmitKey } from './submit-key';

test('the same content keeps its key, other content gets another', () => {
  const key = new SubmitKey();
  const first = key.for({ name: 'a' });
  expect(key.for({ name: 'a' })).toBe(first);
  expect(key.for({ name: 'b' })).not.toBe(first);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
});
