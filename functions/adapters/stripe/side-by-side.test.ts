import { sideBySide } from './side-by-side';

test('no more than the limit run at once, and outcomes keep their order', async () => {
  let running = 0;
  let most = 0;
  const outcomes = await sideBySide(
    Array.from({ length: 50 }, (_, index) => index),
    async (index) => {
      most = Math.max(most, (running += 1));
      for (let turn = 0; turn < 50 - index; turn += 1) await Promise.resolve();
      running -= 1;
      if (index === 7) throw new Error('seven');
      return index * 2;
    },
    20,
  );
  expect(most).toBe(20);
  expect(outcomes).toHaveLength(50);
  expect(outcomes[7]).toMatchObject({ status: 'rejected', reason: new Error('seven') });
  expect(outcomes.filter((one) => one.status === 'fulfilled').map((one) => one.value)).toEqual(
    Array.from({ length: 50 }, (_, index) => index * 2).filter((one) => one !== 14),
  );
});

test('nothing to do is done at once', async () => {
  await expect(sideBySide([], async () => 1)).resolves.toEqual([]);
});
