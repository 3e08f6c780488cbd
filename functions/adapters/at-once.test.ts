import { atOnce, partsOf } from './at-once';

test('no more than the limit is under way, and results keep the order', async () => {
  let [running, most] = [0, 0];
  const results = await atOnce(3, [5, 1, 4, 2, 3, 0], async (turns) => {
    most = Math.max(most, (running += 1));
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    running -= 1;
    return turns * 10;
  });
  expect([results, most]).toEqual([[50, 10, 40, 20, 30, 0], 3]);
});

test('after a failure nothing more is begun, and it is thrown when the rest is over', async () => {
  const begun: number[] = [];
  let over = false;
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    if (item === 0) throw new Error('no');
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    over = true;
  };
  await expect(atOnce(2, [0, 1, 2, 3], work)).rejects.toThrow('no');
  expect([begun, over]).toEqual([[0, 1], true]);
});

test('parts hold at most so many', () => {
  expect([partsOf([], 2), partsOf([1], 2), partsOf([1, 2, 3], 2)]).toEqual([[], [[1]], [[1, 2], [3]]]);
});
