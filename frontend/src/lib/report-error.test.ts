import { reportClientError } from '#shared/contract/platform';
import { FakeServer } from '../../testing/server';
import { ApiFailure } from './api';
import { framesOf, reportError, reportOf } from './report-error';

const at = '\n    at Shop (https://portal.example/assets/index-AbC1.js:3:27)';
/** An error of a built script. */
const thrown = <E extends Error>(error: E): E =>
  Object.assign(error, { stack: `${error.name}: ${error.message}${at}` });
beforeEach(() => window.history.replaceState(null, '', '/store/cus_1?from=code'));

test('which error on which screen, without data: no id, no query, nothing quoted', () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/index-AbC1.js" data-page>';
  const error = thrown(new TypeError(`"山田花子" has no shop cus_1`));
  expect(reportOf(error)).toEqual({
    release: 'index-AbC1',
    route: '/store/:id',
    name: 'TypeError',
    message: '… has no shop …',
    stack: ['Shop index-AbC1.js:3:27'],
  });
  expect(reportClientError.body.parse(reportOf(error))).toEqual(reportOf(error));
});

test('a failed call that nothing handled: its status and code, not its text', () => {
  expect(reportOf(thrown(new ApiFailure(409, 'QUANTITY_CHANGED', '山田様の台数')))?.message).toBe(
    '409 QUANTITY_CHANGED',
  );
});

test.each([
  ['what is no error', 'aborted'],
  [
    'an error of a browser extension',
    Object.assign(new Error('x'), { stack: 'Error: x\n at chrome-extension://a/b.js:1:1' }),
  ],
])('%s is not reported', (_what, error) => expect(reportOf(error)).toBeUndefined());

test('each error is reported once, and three at most; a report that fails disturbs nobody', async () => {
  const server = new FakeServer().install().refuse(reportClientError, 'TOO_MANY_ATTEMPTS');
  for (const name of ['first', 'first', 'second', 'third', 'fourth']) await reportError(thrown(new Error(name)));
  expect(server.askedOf(reportClientError).map(({ body }) => (body as { message: string }).message)).toEqual([
    'first',
    'second',
    'third',
  ]);
});

test('frames of Chrome and of Firefox and Safari: only those of the page’s own scripts, without address', () => {
  expect(
    framesOf(
      [
        'TypeError: 山田 is not a function',
        '    at Shop (https://portal.example/assets/index-AbC_1.js:3:27)',
        '    at https://portal.example/assets/index-AbC_1.js:1:5',
        '    at chrome-extension://abc/content.js:1:1',
        'render@https://portal.example/assets/screen-x.js:9:10',
        '@https://portal.example/store/cus_1?token=secret:1:1',
      ].join('\n'),
    ),
  ).toEqual(['Shop index-AbC_1.js:3:27', 'index-AbC_1.js:1:5', 'render screen-x.js:9:10']);
  expect(framesOf(' at f (/assets/a.js:1:1)\n'.repeat(50))).toHaveLength(20);
});
