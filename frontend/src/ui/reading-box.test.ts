import { isAtEnd } from './reading-box';

test.each([
  ['at the end', { scrollTop: 600, clientHeight: 400, scrollHeight: 1000 }, true],
  ['5 pixels before it', { scrollTop: 595, clientHeight: 400, scrollHeight: 1000 }, true],
  ['6 pixels before it', { scrollTop: 594, clientHeight: 400, scrollHeight: 1000 }, false],
  ['at the beginning', { scrollTop: 0, clientHeight: 400, scrollHeight: 1000 }, false],
  ['a text shorter than its frame', { scrollTop: 0, clientHeight: 400, scrollHeight: 300 }, true],
])('%s', (_where, element, expected) => {
  expect(isAtEnd(element)).toBe(expected);
});
