import { lockSeconds } from './limits';

test.each([[0, 0], [1, 0], [4, 0], [5, 1], [6, 2], [7, 4], [10, 32], [14, 512], [15, 900], [99, 900]])('%d wrong passwords lock for %d seconds', (failures, seconds) => {
  expect(lockSeconds(failures)).toBe(seconds);
});
