import { listDevices } from '#shared/contract/device';
import type { ListedCall } from '#shared/contract/index';
import type { OwnedKind } from '#shared/contract/call';
import { listMovements } from '#shared/contract/movement';
import { recordApps } from '#shared/model/record-system';
import {
  asQuery,
  bodiesWithout,
  documented,
  expectRefusal,
  ownedIds,
  sampleFor,
  sampleParams,
  sampleQuery,
  spoiledBodies,
  withBody,
} from './testing/contract-requests';
import { Portal } from './testing/portal';
import { sampleOf } from './testing/samples';
import { startDemoPortal } from './testing/start-cloud';

let stop: () => Promise<void>;
let portal: Portal;
let owner: string;
let admin: string;
/** A session of a user without shops. */
let stranger: string;
let owned: Record<OwnedKind, string>;

beforeAll(async () => {
  const running = await startDemoPortal();
  stop = running.stop;
  portal = new Portal(running.url);
  ({ cookie: owner } = await portal.signIn(await portal.demo('owner')));
  ({ cookie: admin } = await portal.signIn(await portal.demo('admin')));
  ({ cookie: stranger } = await portal.signIn(await portal.demo('empty')));
  owned = await ownedIds(portal, owner);
}, 300_000); // longer than startPortal waits

afterAll(() => stop());

const cookieFor = (call: ListedCall): { cookie?: string } =>
  call.access === 'public' ? {} : { cookie: call.access === 'admin' ? admin : owner };

/** How often each write was made since the metrics were cleared. */
async function writes(): Promise<Record<string, number>> {
  const { upstream } = await portal.metrics();
  const reads = /^(Query|GetItem|Scan|BatchGetItem|DescribeTable|GetSecretValue|GET )/;
  const counted = Object.entries(upstream).flatMap(([service, operations]) =>
    Object.entries(operations).map(([operation, count]) => [`${service} ${operation}`, count] as const),
  );
  return Object.fromEntries(counted.filter(([name]) => !reads.test(name.slice(name.indexOf(' ') + 1))));
}

/**
 * Expects that the work writes nothing. Jobs of the portal may write meanwhile, on a busy machine for several seconds:
 * then the work is done again, and writes each time if it was the one that did.
 */
async function expectNoWrites(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await portal.local('metrics', undefined, 'DELETE');
    await work();
    const written = await writes();
    if (tries < 10 && Object.keys(written).length > 0) continue;
    expect(written).toEqual({});
    return;
  }
}

test('each call with a body has a sample that its schema accepts', () => {
  for (const call of withBody)
    expect([call.name, call.body?.safeParse(sampleOf(call)).error]).toEqual([call.name, undefined]);
});

describe.each(documented.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_title, call) => {
  // ASVS 3.2.1, 3.4.2, 3.5.1, 3.5.2, 3.5.3, 4.1.1
  test('another origin is refused, and nothing is written', async () => {
    await expectNoWrites(async () => {
      const headers = { origin: 'https://elsewhere.example' };
      const response = await portal.request(call, { ...cookieFor(call), ...sampleFor(call), headers });
      expect(expectRefusal(call, response, 'another origin').code).toBe('ORIGIN_NOT_ALLOWED');
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toBe('no-store');
    });
  });

  if (call.access === 'user' || call.access === 'admin') {
    test('without a session, with an invented one and with another’s id it is refused', async () => {
      const { cookie: _own, ...rest } = { cookie: '', ...sampleFor(call) };
      const [userId, secret] = owner.replace('__Host-session=', '').split('.');
      const strangers = [
        undefined,
        '__Host-session=nonsense',
        `__Host-session=${userId}.${'A'.repeat(43)}`,
        `__Host-session=${crypto.randomUUID()}.${secret}`,
        `__Host-session=${userId}`,
      ];
      for (const cookie of strangers) {
        const response = await portal.request(call, { ...rest, ...(cookie && { cookie }) });
        expect(expectRefusal(call, response, String(cookie)).code).toBe('NOT_SIGNED_IN');
      }
    });
  }

  if (call.owns) {
    // ASVS 8.2.1, 8.2.2, 8.3.1
    test('another owner’s ids get the response of unknown ids, and nothing is written', async () => {
      const asked = async (idOf: (kind: OwnedKind) => string): Promise<unknown> => {
        const { params, body } = sampleFor(call);
        const filled = {
          params: { ...params },
          query: sampleQuery(call),
          body: typeof body === 'object' ? { ...body } : body,
        } as unknown as Record<string, Record<string, string>>;
        for (const { kind, at } of call.owns ?? []) {
          const [part = '', name = ''] = at.split('.');
          filled[part] = { ...filled[part], [name]: idOf(kind) };
        }
        const query = call.query && { query: asQuery(filled['query'] ?? {}) };
        const response = await portal.request(call, {
          cookie: stranger,
          params: filled['params'] ?? {},
          body: filled['body'],
          ...query,
        });
        const { requestId: _requestId, ...refusal } = expectRefusal(call, response, 'an id of somebody else’s');
        return { status: response.status, refusal };
      };
      await expectNoWrites(async () => {
        const [others, nobodys] = [await asked((kind) => owned[kind]), await asked(() => 'nobodys')];
        expect(others).toEqual(nobodys);
        expect(others).toMatchObject({ status: 404 });
      });
    });
  }

  if (call.query) {
    test('a missing or endless query is refused', async () => {
      const isOptional = call.query?.safeParse({}).success === true;
      const missing = isOptional ? [] : ['', asQuery(sampleQuery(call, ''))];
      // All of it together fits into the headers that a server reads.
      const endless = 'a'.repeat(5_000 / Object.keys(sampleQuery(call)).length);
      for (const query of [...missing, asQuery(sampleQuery(call, endless))])
        expectRefusal(call, await portal.request(call, { ...cookieFor(call), query }), query.slice(0, 20));
    });
  }

  if (call.body) {
    // ASVS 16.5.1
    test('broken JSON, another type and a body of 1 MB are refused, and nothing is written', async () => {
      await expectNoWrites(async () => {
        for (const body of ['{', '{"a":', 'undefined', "{'a':1}"])
          expect(
            expectRefusal(
              call,
              await portal.request(call, { ...cookieFor(call), params: sampleParams(call), body }),
              body,
            ).code,
          ).toBe('INVALID_JSON');
        const form = await portal.request(call, {
          ...cookieFor(call),
          params: sampleParams(call),
          body: 'a=1',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        expect(expectRefusal(call, form, 'a form').code).toBe('UNSUPPORTED_MEDIA_TYPE');
        const huge = await portal.request(call, {
          ...cookieFor(call),
          params: sampleParams(call),
          body: { ...(sampleOf(call) as object), more: 'x'.repeat(1024 * 1024) },
        });
        expect(expectRefusal(call, huge, '1 MB').code).toBe('BODY_TOO_LARGE');
      });
    });

    // ASVS 2.1.1, 2.2.1, 2.2.2
    test('wrong types and values past their limits: refused with the field’s name, nothing written', async () => {
      await expectNoWrites(async () => {
        for (const { how, body } of spoiledBodies(sampleOf(call))) {
          // Only a value that the schema refuses is bad input: some texts may have any 5,000 characters.
          const refused = !call.body?.safeParse(body).success;
          if (!refused) throw new Error(`${call.name} accepts a body where ${how}`);
          const refusal = expectRefusal(
            call,
            await portal.request(call, { ...cookieFor(call), params: sampleParams(call), body: JSON.stringify(body) }),
            how,
          );
          expect([how, refusal.code]).toEqual([how, 'INVALID_INPUT']);
          expect(Object.keys(refusal.fields ?? {}).length).toBeGreaterThan(0);
        }
      });
    });

    const incomplete = [...bodiesWithout(sampleOf(call))].filter(({ body }) => !call.body?.safeParse(body).success);
    test('a missing field is refused if the schema requires it', async () => {
      // A body that may be left out may still have fields that require each other.
      expect([call.name, incomplete.length > 0 || call.body?.safeParse({}).success]).toEqual([call.name, true]);
      await expectNoWrites(async () => {
        for (const { how, body } of incomplete)
          expect([
            how,
            expectRefusal(
              call,
              await portal.request(call, { ...cookieFor(call), params: sampleParams(call), body }),
              how,
            ).code,
          ]).toEqual([how, 'INVALID_INPUT']);
      });
    });
  }
});

test('a path without a route is not found', async () => {
  expect((await portal.request({ method: 'GET', path: '/api/nothing' })).status).toBe(404);
  expect((await portal.request({ method: 'POST', path: '/api/user' })).status).toBe(404);
});

test('the demo data show each state of a movement, and a bought device without a subscription', async () => {
  const read = async <T>(path: string): Promise<T> =>
    (await portal.request({ method: 'GET', path }, { cookie: owner })).body as T;
  const groups = await read<{ id: string; devices: { stripeSubscriptionId: string }[] }[]>('/api/devices');
  const states = new Set<string>();
  for (const { id } of groups) {
    const { movements } = await read<{ movements: { state: string }[] }>(`/api/stores/${id}/movements`);
    for (const { state } of movements) states.add(state);
  }
  expect([...states].toSorted()).toEqual(['arrived', 'box-sent', 'closed', 'on-its-way', 'ordered', 'withdrawn']);
  expect(groups.flatMap(({ devices }) => devices).some((device) => device.stripeSubscriptionId === '')).toBe(true);
});

test('the staff move a request on: the webhook wakes the mirror, whose permissions suffice', async () => {
  const staff = await portal.staff();
  const session = await portal.signIn(await portal.demo('owner'));
  const read = async () => {
    const shops = await session.send(listDevices);
    const lists = await Promise.all(shops.map(({ id }) => session.send(listMovements, { params: { id } })));
    return lists.flatMap(({ movements }) => movements);
  };
  const ordered = (await read()).findLast(({ kind, state }) => kind === 'ship' && state === 'ordered');
  const stateNow = async () => (await read()).find(({ id }) => id === ordered?.id)?.state;
  const { requestId, stage } = recordApps.requests.fields;
  await staff.change('requests', requestId.code, ordered?.id ?? '', { [stage.code]: '輸送中' });
  // The webhook arrives after the change.
  for (let tries = 0; tries < 100 && (await stateNow()) === 'ordered'; tries += 1)
    await portal.local('clock', { advance: '1s' });
  expect(await stateNow()).toBe('on-its-way');
});

test('every job of the schedule runs with the permissions that it is given', async () => {
  const names = await portal.local<string[]>('schedule');
  expect(names).toEqual(expect.arrayContaining(['mirror-devices', 'sweep-tasks']));
  for (const name of names) {
    const { result } = await portal.local<{ result: { failed?: number } | null }>(`schedule/${name}`, {});
    expect([name, result?.failed ?? 0]).toEqual([name, 0]);
  }
});
