import { withinTime } from './within-time';

const never = new Promise<string>(() => {});

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('gives what comes in time, and leaves no timer', async () => {
  await expect(withinTime(Promise.resolve('done'), 4000, 'late')).resolves.toBe('done');
  expect(jest.getTimerCount()).toBe(0);
});

test('gives the other when the time is up', async () => {
  const result = withinTime(never, 4000, 'late');
  jest.advanceTimersByTime(4000);
  await expect(result).resolves.toBe('late');
});

test('throws what is thrown in time', async () => {
  await expect(withinTime(Promise.reject(new Error('no')), 4000, 'late')).rejects.toThrow('no');
  expect(jest.getTimerCount()).toBe(0);
});
