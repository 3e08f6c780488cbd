import { parseExpression } from './expression';

const at = (text: string): number => Date.parse(`${text}Z`);

test('a rate is due one interval after its last run', () => {
  const hourly = parseExpression('rate(1 hour)', 'UTC');
  expect(hourly.isDue(at('2026-11-21T00:00:00'), at('2026-11-21T00:59:59'))).toBe(false);
  expect(hourly.isDue(at('2026-11-21T00:00:00'), at('2026-11-21T01:00:00'))).toBe(true);
  expect(parseExpression('rate(30 minutes)', 'UTC').isDue(0, 30 * 60_000)).toBe(true);
});

test.each([
  ['every day at 03:00 UTC', 'cron(0 3 * * ? *)', 'UTC', '2026-11-21T02:59:30', '2026-11-21T03:00:00', true],
  [
    'every day at 03:00 in Tokyo',
    'cron(0 3 * * ? *)',
    'Asia/Tokyo',
    '2026-11-20T17:59:00',
    '2026-11-20T18:00:30',
    true,
  ],
  ['not again in the same minute', 'cron(0 3 * * ? *)', 'UTC', '2026-11-21T03:00:00', '2026-11-21T03:00:59', false],
  ['a quarter of an hour', 'cron(0/15 * * * ? *)', 'UTC', '2026-11-21T03:01:00', '2026-11-21T03:14:59', false],
  ['the next quarter', 'cron(0/15 * * * ? *)', 'UTC', '2026-11-21T03:01:00', '2026-11-21T03:15:00', true],
  [
    'the first of a month after a long jump',
    'cron(0 9 1 * ? *)',
    'UTC',
    '2026-11-21T00:00:00',
    '2026-12-27T00:00:00',
    true,
  ],
  ['not its day', 'cron(0 9 1/3 * ? *)', 'UTC', '2026-11-21T00:00:00', '2026-11-21T23:00:00', false],
  ['every third day', 'cron(0 9 1/3 * ? *)', 'UTC', '2026-11-21T00:00:00', '2026-11-22T09:00:00', true],
])('%s', (_name, expression, zone, after, until, expected) => {
  expect(parseExpression(expression, zone).isDue(at(after), at(until))).toBe(expected);
});

test('an unknown expression: refused', () => {
  expect(() => parseExpression('at(2026-11-21T00:00:00)', 'UTC')).toThrow('not known');
  expect(() => parseExpression('cron(0 3 L * ? *)', 'UTC')).toThrow('"L"');
  for (const field of ['1,2', '1-3', '24', '*/2', '1/0'])
    expect(() => parseExpression(`cron(0 ${field} * * ? *)`, 'UTC')).toThrow(`"${field}"`);
  expect(() => parseExpression('cron(0 0 ? * MON-FRI *)', 'UTC')).toThrow('"MON-FRI" as month, weekday or year');
  expect(() => parseExpression('cron(0 3 * *)', 'UTC')).toThrow('six fields');
});
