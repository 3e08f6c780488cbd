import type { Fault } from '../../local/testing/functions';
import { deviceKey } from '#functions/devices/items';
import { readShopMovements } from './movements-table';
import { returnDevice } from '#functions/requests/calls';
import { mirrorDevices } from '#functions/jobs';
import type { Browser } from '#functions/testing/browser';
import { limitTo } from '#functions/testing/limit-to';
import { startRequestServices } from '#functions/testing/request-services';
import { holdBack } from '#functions/testing/hold-back';
import { runJob } from '#functions/testing/run-job';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { markSent, withdrawMovement } from './calls';

const services = testServices(startRequestServices);
let owner: Browser;
let id: string;

const asked = { serialNumber: 'RVZ-1', stripeSubscriptionId: 'sub_1', reason: '台数削減' };
const parcel = { carrier: 'ヤマト運輸', number: '1234' };

beforeEach(async () => {
  owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
  await owner.post(returnDevice, asked);
  await doTasks();
  id = (await newest())?.movementId ?? '';
});

const newest = async () => (await readShopMovements('cus_1'))[0];
const state = async () => (await newest())?.state;
const send = (body: unknown = parcel, who = owner, movement = id) =>
  who.send(markSent, { method: 'POST', path: '/api', params: { id: movement }, body });
const withdraw = (who = owner, movement = id) =>
  who.send(withdrawMovement, { method: 'POST', path: '/api', params: { id: movement } });
const staffSet = async (stage: string, fields: Record<string, string> = {}): Promise<void> => {
  const told = Object.entries({ requestStage: stage, ...fields });
  await services.kintone.record.updateRecord({
    app: '4',
    updateKey: { field: 'requestId', value: id },
    record: Object.fromEntries(told.map(([field, value]) => [field, { value }])),
  });
  services.clock.advance(600_000);
  await runJob(mirrorDevices);
};
const messages = async (title: string): Promise<number> => {
  services.clock.advance(600_000);
  await doTasks();
  return services.sns.published().filter(({ message }) => message.startsWith(title)).length;
};
const sentTitle = 'お客様がデバイスを発送しました';
const withdrawnTitle = 'デバイスの移動が取り下げられました';
const isLocked = async (): Promise<boolean> => {
  const lock = (await services.items(deviceKey('RVZ-1'))).find(({ sk }) => sk === 'LOCK');
  return Number(lock?.['lockUntil']) > services.clock.now() / 1000;
};

describe('the owner names a parcel', () => {
  test('a number in full width: its digits, as the carrier looks it up', async () => {
    expect(await send({ carrier: 'ヤマト運輸', number: '１２３４－５６７８ー９０１２' })).toMatchObject({
      status: 200,
      body: { movement: { parcel: { number: '123456789012' } } },
    });
  });

  test('twice at once, and again: one change, one message to the staff', async () => {
    const [one, other] = await Promise.all([send(), send()]);
    expect([one.status, other.status]).toContain(200);
    expect(await send()).toMatchObject({ status: 200, body: { movement: { state: 'on-its-way', parcel } } });
    expect(await messages(sentTitle)).toBe(1);
  });

  test('the staff’s box gets its number at that moment: the parcel is taken all the same', async () => {
    await staffSet('箱発送');
    const hold = holdBack(services, 0);
    const sending = send();
    const held = hold(sending);
    expect(await held.reached).toBe(true);
    services.clearFaults();
    await staffSet('箱発送', { carrier: '佐川急便', trackingNumber: '7' });
    held.release();
    expect(await sending).toMatchObject({ status: 200, body: { movement: { state: 'on-its-way', parcel } } });
  });

  test('another owner, an unknown movement: 404; a missing number: its field', async () => {
    const stranger = await services.createOwner({ customerId: 'cus_2', subscriptionId: 'sub_2' });
    expect(await send(parcel, stranger)).toMatchObject({ status: 404 });
    expect(await send(parcel, owner, 'mv-unknown')).toMatchObject({ status: 404 });
    expect(await send({ carrier: 'ヤマト運輸', number: ' ' })).toMatchObject({
      status: 400,
      body: { fields: { number: expect.any(String) } },
    });
    expect(await state()).toBe('ordered');
  });

  test('another owner’s movement and one that does not exist: the same response by the same reads', async () => {
    const stranger = await services.createOwner({ customerId: 'cus_2', subscriptionId: 'sub_2' });
    const look = async (movement: string) => {
      services.operations.length = 0;
      const { status, body } = await send(parcel, stranger, movement);
      return { status, code: (body as { code: string }).code, operations: [...services.operations] };
    };
    const unknown = await look('unknown');
    expect(unknown).toMatchObject({ status: 404, code: 'MOVEMENT_NOT_FOUND' });
    expect(await look(id)).toEqual(unknown);
  });

  test('changed again and again: the sixth in a day is refused, repeats and refusals do not count', async () => {
    const number = (which: number) => ({ ...parcel, number: `1234-${which}` });
    for (const which of [1, 2, 3, 4, 5]) {
      services.clock.advance(60_000);
      expect((await send(number(which))).status).toBe(200);
      expect((await send(number(which))).status).toBe(200);
    }
    const refused = await send(number(6));
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS', retryAfter: 86_160 } });
    expect(refused.body['message']).toBe(
      '送り状番号の変更は、1件につき1日に5回までです。時間をおいて、もう一度お試しください。',
    );
    expect((await newest())?.parcel?.number).toBe('12345');
    expect((await send(number(5))).status).toBe(200);
    services.clock.advance(86_400_000);
    expect((await send(number(6))).status).toBe(200);
    expect(await messages(sentTitle)).toBe(6);
  });

  test('a change that fails does not count', async () => {
    limitTo({ parcel: { movement: ['1/d'] } });
    services.inject((_service, operation) => (operation === 'TransactWriteItems' ? 'down' : 'pass'));
    expect((await send()).status).toBe(503);
    services.clearFaults();
    expect((await send()).status).toBe(200);
    expect((await send({ ...parcel, number: '5678' })).status).toBe(429);
  });

  test('ten different parcels at once: no more than five are told to the staff', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, which) => send({ ...parcel, number: String(which) })));
    expect(await messages(sentTitle)).toBeLessThanOrEqual(5);
  });

  test('the staff’s record says that it arrived, and is read at the same moment: it has arrived', async () => {
    let isNamed = false;
    services.inject(async (_service, operation, { body }): Promise<Fault> => {
      if (isNamed || operation !== 'TransactWriteItems' || !String(body).includes('arrived')) return 'pass';
      isNamed = true;
      expect((await send()).status).toBe(200);
      return 'pass';
    });
    await staffSet('到着');
    expect([isNamed, await state()]).toEqual([true, 'arrived']);
  });

  test('the device has arrived: refused, and nothing changes', async () => {
    await staffSet('到着');
    expect(await send()).toMatchObject({ status: 409, body: { code: 'MOVEMENT_NOT_CHANGEABLE' } });
    expect(await newest()).not.toHaveProperty('parcel');
  });

  test('the number of the staff’s box: they can correct it, and the owner can name the same one', async () => {
    const box = { carrier: '佐川急便', number: '77' };
    await staffSet('箱発送', { carrier: box.carrier, trackingNumber: '7' });
    await staffSet('箱発送', { trackingNumber: box.number });
    expect(await newest()).toMatchObject({ state: 'box-sent', parcel: box });
    expect(await send(box)).toMatchObject({ status: 200, body: { movement: { state: 'on-its-way', parcel: box } } });
    expect(await messages(sentTitle)).toBe(1);
    await staffSet('輸送中', { trackingNumber: '8' });
    expect((await newest())?.parcel).toEqual(box);
  });
});

describe('the owner withdraws a return', () => {
  test('the device is free again, and can be returned again', async () => {
    expect(await withdraw()).toMatchObject({ status: 200, body: { movement: { state: 'withdrawn' } } });
    expect(await isLocked()).toBe(false);
    // The same request within a minute is no repeat of the one that was withdrawn.
    expect(await owner.post(returnDevice, asked)).toMatchObject({ status: 200 });
    expect([(await readShopMovements('cus_1')).length, await isLocked()]).toEqual([2, true]);
    expect(await messages(withdrawnTitle)).toBe(1);
  });

  test('twice at once: withdrawn once, one message', async () => {
    const responses = await Promise.all([withdraw(), withdraw()]);
    expect(responses.map(({ status }) => status)).toContain(200);
    expect(await withdraw()).toMatchObject({ status: 200 });
    expect(await messages(withdrawnTitle)).toBe(1);
  });

  test('the staff have begun, or another owner asks: refused, and the device stays locked', async () => {
    const stranger = await services.createOwner({ customerId: 'cus_2', subscriptionId: 'sub_2' });
    expect(await withdraw(stranger)).toMatchObject({ status: 404 });
    await staffSet('箱発送');
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'MOVEMENT_NOT_CHANGEABLE' } });
    expect([await state(), await isLocked()]).toEqual(['box-sent', true]);
  });
});

/** What a call does upstream from its first write on, so that each place of a cut-off is tried. */
const places = Array.from({ length: 4 }, (_, index) => index);

describe.each(['down', 'lost'] as const)('everything fails after some requests, the first of them %s', (first) => {
  const cut = (passing: number): void => {
    let seen = 0;
    services.inject((_service, operation) => {
      if (seen === 0 && /^(Get|Query)/.test(operation)) return 'pass';
      seen += 1;
      return seen <= passing ? 'pass' : seen === passing + 1 ? first : 'down';
    });
  };

  test.each(places)('after %i: a parcel that is named again is named once', async (passing) => {
    cut(passing);
    await send().catch(() => undefined);
    services.clearFaults();
    expect(await send()).toMatchObject({ status: 200, body: { movement: { state: 'on-its-way', parcel } } });
    expect(await messages(sentTitle)).toBe(1);
  });

  test.each(places)('after %i: the device is free if its return is withdrawn, and only then', async (passing) => {
    cut(passing);
    await withdraw().catch(() => undefined);
    services.clearFaults();
    await messages(withdrawnTitle);
    await runJob(mirrorDevices);
    expect(await isLocked()).toBe((await state()) !== 'withdrawn');
  });

  test.each(places)(
    'after %i: a return that is withdrawn again is withdrawn once, its device free',
    async (passing) => {
      cut(passing);
      await withdraw().catch(() => undefined);
      services.clearFaults();
      expect(await withdraw()).toMatchObject({ status: 200, body: { movement: { state: 'withdrawn' } } });
      expect(await isLocked()).toBe(false);
      expect(await messages(withdrawnTitle)).toBe(1);
    },
  );
});
