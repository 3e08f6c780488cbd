import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkPortal } from './check-portal';

/** A portal whose responses to `/` and `/api/config` change with each question. */
async function portal(page: [number, string][], api: number[]): Promise<{ origin: string; stop: () => void }> {
  const asked = { '/': 0, '/api/config': 0 };
  const server = createServer(({ url = '' }, response) => {
    const path = url as keyof typeof asked;
    const time = asked[path];
    asked[path] += 1;
    const [status, text] = path === '/' ? (page[time] ?? page.at(-1)!) : [api[time] ?? api.at(-1)!, '{}'];
    response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

const right = '<html><div id="root"></div></html>';

test.each([
  ['both answer', [[200, right]], [200], 'ok', 'page and API answer', 0],
  ['the API answers a moment later', [[200, right]], [502, 200], 'ok', 'page and API answer', 1],
  ['the API does not answer', [[200, right]], [403], 'wrong', '/api/config: 403', 5],
  ['somebody else answers', [[200, 'This domain is for sale']], [200], 'wrong', '/: 200, but another page', 5],
] as const)('%s', async (_what, page, api, state, say, waits) => {
  const { origin, stop } = await portal(page as unknown as [number, string][], [...api]);
  const wait = jest.fn(async () => undefined);
  try {
    expect(await checkPortal(origin, wait)).toEqual([
      { what: 'portal', state, say: expect.stringContaining(say) as unknown as string },
    ]);
    expect(wait).toHaveBeenCalledTimes(waits);
  } finally {
    stop();
  }
});

test('nobody listens: it says so', async () => {
  const { origin, stop } = await portal([[200, right]], [200]);
  stop();
  const [finding] = await checkPortal(origin, async () => undefined);
  expect(finding).toMatchObject({ state: 'wrong', say: expect.stringContaining('fetch failed') });
});
