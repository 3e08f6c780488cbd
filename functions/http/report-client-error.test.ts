import { pageErrorLine } from '#shared/error-report';
import { Browser } from '#functions/testing/browser';
import { walk } from '#functions/testing/runbook';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { watchLog } from '#functions/testing/watch-log';
import { reportClientError } from '#functions/http/calls';

testServices(startSignInServices);
const log = watchLog();
const report = {
  release: 'index-AbC1',
  route: '/store/:id',
  name: 'TypeError',
  message: 'x is not a function',
  stack: ['Shop index-AbC1.js:3:27'],
};

walk('Errors of the page', 'a reported error is one line, which its command finds', async (section) => {
  expect((await new Browser().post(reportClientError, report)).status).toBe(200);
  expect(log.text()).toContain(`warn ${pageErrorLine} ${JSON.stringify(report)}`);
  expect(section.command('aws logs tail')).toContain(`$.message = "${pageErrorLine}"`);
  section.says('`release` is the name of the page’s script'.replace('’', "'"));
});

test('a message with data is cleaned before it is logged', async () => {
  await new Browser().post(reportClientError, { ...report, message: 'no hanako@example.jp in "山田"' });
  expect(log.text()).toContain('"message":"no … in …"');
  expect(log.text()).not.toContain('hanako');
});

test.each([
  ['a long message', { message: 'a'.repeat(201) }],
  ['a frame that is no place', { stack: ['{"level":"ERROR"}'] }],
  ['many frames', { stack: Array.from({ length: 21 }, () => 'a.js:1:1') }],
  ['a route with a query', { route: '/reset-password?token=secret' }],
])('%s: refused, and not logged', async (_what, part) => {
  expect((await new Browser().post(reportClientError, { ...report, ...part })).status).toBe(400);
  expect(log.text()).not.toContain(pageErrorLine);
});

test('a network reports 20 in an hour: more are refused', async () => {
  const browser = new Browser('198.51.100.9');
  for (let sent = 0; sent < 20; sent += 1) expect((await browser.post(reportClientError, report)).status).toBe(200);
  expect((await browser.post(reportClientError, report)).status).toBe(429);
});
