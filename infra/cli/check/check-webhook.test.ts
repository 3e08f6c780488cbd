import { serve } from '#emulators/platform';
import { checkWebhook } from './check-records';

const webhookPath = 'a-secret-end-of-the-webhooks-address';
const asked: string[] = [];
let portal: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  portal = await serve({
    respond: async ({ method, url }) => {
      asked.push(`${method} ${url}`);
      return { status: url === `/api/webhooks/kintone/${webhookPath}` ? 200 : 404, headers: {}, body: '{}' };
    },
  });
});
afterAll(() => portal.close());

const check = (path: string) =>
  checkWebhook({ portalOrigin: portal.url, webhookPath: path, apps: ['1', '2', '3', '4'] });

test('the address takes a webhook: ok, a question about what only people see; no secret is printed', async () => {
  const findings = await check(webhookPath);
  expect(findings.map(({ state }) => state)).toEqual(['ok', 'question']);
  expect(asked).toEqual([`POST /api/webhooks/kintone/${webhookPath}`]);
  expect(findings[1]?.say).toContain('apps 1, 2, 3, 4');
  expect(JSON.stringify(findings)).not.toContain(webhookPath);
});

test('the portal has another secret end: a finding that says what to do', async () => {
  const say = expect.stringContaining('another secret end') as string;
  expect(await check('x'.repeat(40))).toEqual([{ what: 'Kintone webhooks', state: 'wrong', say }]);
});
