import { renderHook } from '@testing-library/react';
import { useShopNow } from '../../lib/use-shops';

beforeEach(() => jest.useFakeTimers({ now: 10_000 }));
afterEach(() => jest.useRealTimers());

test.each([
  ['the browser’s clock is slow: the time at which the newest shop was read', [5, 20], 20_000],
  ['the browser’s clock is ahead of it: that clock', [5], 10_000],
  ['no shop is known: the browser’s clock', [], 10_000],
])('%s', (_case, readAt, now) => {
  const { result } = renderHook(() => useShopNow(readAt.map((at) => ({ readAt: at }))));
  expect(result.current).toBe(now);
});
