import { clock } from './clock';

const { withinTime } = clock;

const never = new Promise<string>(() => {});

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a result in time: returned, and no timer is left', async () => {
  await expect(withinTime(Promise.resolve('done'), 4000, 'late')).resolves.toBe('done');
  expect(jest.getTimerCount()).toBe(0);
});

test('no result in time: returns the other value', async () => {
  const result = withinTime(never, 4000, 'late');
  jest.advanceTimersByTime(4000);
  await expect(result).resolves.toBe('late');
});

test('an error in time: thrown', async () => {
  await expect(withinTime(Promise.reject(new Error('no')), 4000, 'late')).rejects.toThrow('no');
  expect(jest.getTimerCount()).toBe(0);
});
