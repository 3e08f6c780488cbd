import { inTurn, mostInFlight } from './in-flight';

/** Work that ends when it is told to; counts how much of it is under way. */
function works(count: number) {
  const state = { under: 0, most: 0, begun: [] as number[], ends: [] as (() => void)[] };
  const all = Array.from({ length: count }, (_, index) =>
    inTurn(async () => {
      state.under += 1;
      state.most = Math.max(state.most, state.under);
      state.begun.push(index);
      await new Promise<void>((resolve) => void state.ends.push(resolve));
      state.under -= 1;
      if (index % 10 === 7) throw new Error('lost');
      return index;
    }),
  );
  return { state, all };
}
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('no more than 20 are under way, in the order in which they came, whether they fail or not; then the next ones go on at once', async () => {
  const { state, all } = works(50);
  const outcomes = Promise.allSettled(all);
  await turn();
  expect([state.under, mostInFlight]).toEqual([20, 20]);
  state.ends[0]?.();
  await turn();
  expect([state.under, state.begun.at(-1)]).toEqual([20, 20]);
  for (let ended = 1; ended < 50; ended += 1) {
    await turn();
    state.ends[ended]?.();
  }
  expect((await outcomes).filter((one) => one.status === 'rejected')).toHaveLength(5);
  expect([state.under, state.most]).toEqual([0, 20]);
  expect(state.begun).toEqual(Array.from({ length: 50 }, (_, index) => index));
  await expect(inTurn(async () => 'at once')).resolves.toBe('at once');
});
