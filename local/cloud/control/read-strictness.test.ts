import { readStrictness } from './read-strictness';

const atOnce = { lateSeconds: 0, reversed: false, twice: false };

test.each([
  ['nothing: nothing is strict', {}, { requests: undefined, events: atOnce }],
  ['the limits of a live account', { requests: 'live' }, { requests: { all: 100, each: 25 }, events: atOnce }],
  ['the limits of a sandbox', { requests: 'sandbox' }, { requests: { all: 25, each: 25 }, events: atOnce }],
  [
    'events late, the newest first and twice',
    { requests: 'none', late: '1m30s', reversed: true, twice: true },
    { requests: undefined, events: { lateSeconds: 90, reversed: true, twice: true } },
  ],
])('%s', (_what, body, strictness) => {
  expect(readStrictness(body)).toEqual(strictness);
});

test.each([
  [{ requests: 25 }, '"requests" has to be'],
  [{ late: 'soon' }, '"late" has to be'],
  [{ twice: 1 }, '"twice" has to be'],
  [{ slow: true }, '"slow" is not known here'],
])('%j: 400 with the allowed values', (body, words) => {
  expect(() => readStrictness(body)).toThrow(words);
});
