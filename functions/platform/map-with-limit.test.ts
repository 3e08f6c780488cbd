import { mapWithLimit, partsOf } from './map-with-limit';

test('six items, three at once: at most three run at the same time, results in their order', async () => {
  let [running, most] = [0, 0];
  const results = await mapWithLimit(3, [5, 1, 4, 2, 3, 0], async (turns) => {
    most = Math.max(most, (running += 1));
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    running -= 1;
    return turns * 10;
  });
  expect([results, most]).toEqual([[50, 10, 40, 20, 30, 0], 3]);
});

test('one item fails: no further one starts, and the failure is thrown when the running ones have ended', async () => {
  const begun: number[] = [];
  let over = false;
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    if (item === 0) throw new Error('no');
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    over = true;
  };
  await expect(mapWithLimit(2, [0, 1, 2, 3], work)).rejects.toThrow('no');
  expect([begun, over]).toEqual([[0, 1], true]);
});

test('a list is split into parts of at most the given size', () => {
  expect([partsOf([], 2), partsOf([1], 2), partsOf([1, 2, 3], 2)]).toEqual([[], [[1]], [[1, 2], [3]]]);
});
