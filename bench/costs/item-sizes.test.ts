import { itemBytes, itemSizes, readUnits, writeUnits } from './item-sizes';

test('an item’s bytes are those that DynamoDB counts', () => {
  // Names 2 + 2, texts 3 and 6 (two characters of three bytes).
  expect(itemBytes({ pk: 'abc', sk: '青山' })).toBe(13);
  // Four digits take two bytes and one more.
  expect(itemBytes({ n: 1234 })).toBe(1 + 3);
  expect(itemBytes({ b: true, z: null })).toBe(1 + 1 + 1 + 1);
  // A list: three bytes, one for each entry, and the entries.
  expect(itemBytes({ l: ['ab', 7] })).toBe(1 + 3 + (1 + 2) + (1 + 2));
  // A map: three bytes, one for each pair, names and values.
  expect(itemBytes({ m: { a: 'x', b: { c: 1 } } })).toBe(1 + 3 + 2 + (1 + 1) + (1 + 3 + 1 + (1 + 2)));
});

test('each 4 kB read and each kilobyte written costs a unit', () => {
  expect([1, 4_096, 4_097].map(readUnits)).toEqual([1, 1, 2]);
  expect([1, 1_024, 1_025].map(writeUnits)).toEqual([1, 1, 2]);
});

test('most of a snapshot’s bytes are its payments', () => {
  expect(itemSizes.snapshot).toBeGreaterThan(24 * 400);
  expect(itemSizes.snapshot).toBeLessThan(16_384);
});
