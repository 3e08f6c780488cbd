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

const check = (path: string | undefined) =>
  checkWebhook({ portalOrigin: portal.url, webhookPath: path, apps: ['1', '2', '3', '4'] });

test('the address takes a webhook: ok, a question about what only people see; no secret is printed', async () => {
  const findings = await check(webhookPath);
  expect(findings.map(({ state }) => state)).toEqual(['ok', 'question']);
  expect(asked).toEqual([`POST /api/webhooks/kintone/${webhookPath}`]);
  expect(findings[1]?.say).toContain('apps 1, 2, 3, 4');
  expect(JSON.stringify(findings)).not.toContain(webhookPath);
});

test.each([
  ['no secret end', undefined, 'question', 'none are taken'],
  ['an empty one', '', 'question', 'none are taken'],
  ['a short one', 'short', 'wrong', 'shorter than 32'],
  ['another one than the portal has', 'x'.repeat(40), 'wrong', 'another secret end'],
])('%s: a finding that says what to do', async (_case, path, state, say) => {
  expect(await check(path)).toEqual([{ what: 'Kintone webhooks', state, say: expect.stringContaining(say) as string }]);
});
