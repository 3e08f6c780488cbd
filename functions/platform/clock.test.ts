import { clock, lastNight } from './clock';

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

const seconds = (time: string): number => Date.parse(time) / 1000;

test.each([
  ['2027-01-15T02:59:59+09:00', '2027-01-14T03:00:00+09:00'],
  ['2027-01-15T03:00:00+09:00', '2027-01-15T03:00:00+09:00'],
  ['2027-01-15T12:00:00+09:00', '2027-01-15T03:00:00+09:00'],
  ['2027-01-16T00:30:00+09:00', '2027-01-15T03:00:00+09:00'],
])('what is done once a night was last due for %s at %s', (now, due) => {
  expect(lastNight(seconds(now))).toBe(seconds(due));
});
