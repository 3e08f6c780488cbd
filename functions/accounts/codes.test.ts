import { steadyTime } from '#shared/constants';
import { inSteadyTime } from './codes';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test.each([0, 250, 400, 600, 1900, 2100, 60_000, Infinity])(
  'work of %s ms: the response comes after the same time',
  async (takes) => {
    const begin = Date.now();
    const work = () =>
      new Promise<void>((resolve) => {
        if (takes !== Infinity) setTimeout(resolve, takes);
      });
    let took: number | undefined;
    void inSteadyTime(work).then(() => (took = Date.now() - begin));
    await jest.advanceTimersByTimeAsync(steadyTime - 1);
    expect(took).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(took).toBe(steadyTime);
  },
);
