import { ownerOf } from '#functions/shops/shops-table';
import { doTasks } from '#functions/testing/task-queue';
import { testMoving } from '../testing/moving';
import { invite, link, movedOwners } from './move-in-link';
import { look, type Move } from './move-in-look';

const { services, business, linkAll, tokens } = testMoving();

const aCoupon = async ({ stripe }: Move): Promise<string> =>
  (await stripe.coupons.create({ percent_off: 50, duration: 'forever' })).id;

describe.each(['down', 'lost'] as const)('the tool is killed at a request, which is %s', (fault) => {
  test('link: run again, no user twice, each shop of one owner', async () => {
    const to = await business(4);
    const found = await look(to);
    let before: ReadonlyMap<string, string> = new Map();
    const kept = { read: () => new Map(before), write: (now: typeof before) => void (before = now) };
    // A request more each time: each of them is the last of some run.
    for (let [killedAt, isDone] = [0, false]; !isDone; killedAt += 1) {
      let requests = 0;
      services.inject(() => {
        requests += 1;
        if (requests <= killedAt) return 'pass';
        return requests === killedAt + 1 ? fault : 'down';
      });
      const tasks = new Error('killed before the tasks');
      isDone = await link(to, found, () => Promise.reject(tasks), { kept }).then(
        () => false,
        (error: unknown) => error === tasks,
      );
      services.clearFaults();
    }
    // What another run changes at Stripe meanwhile is seen by the last one, whose own look finds no customer any more.
    await doTasks();
    const [subscription = ''] = before.keys();
    await to.stripe.subscriptions.update(subscription, { discounts: [{ coupon: await aCoupon(to) }] });
    expect(await link(to, await look(to), () => doTasks().then(() => undefined), { kept })).toMatchObject({
      waiting: [],
      changed: [subscription],
    });
    expect(before.size).toBe(0);
    const owners = await movedOwners(to);
    const shops = owners.flatMap((one) => one.customerIds);
    expect(new Set(shops).size).toBe(shops.length);
    expect(new Set(owners.map((one) => one.email)).size).toBe(owners.length);
    for (const { userId, customerIds } of owners) for (const id of customerIds) expect(await ownerOf(id)).toBe(userId);
  }, 120_000);

  test('invite, and its tasks: run again, each owner is invited once in a wave', async () => {
    const to = await business(72);
    await linkAll(to);
    const owners = (await movedOwners(to)).filter(({ email }) => !email.endsWith('.invalid'));
    const killed = new Set<string>();
    // Each owner's run is killed a request later, and then run again.
    for (const [killedAt, { email }] of owners.entries()) {
      let requests = 0;
      services.inject((service) => {
        requests += 1;
        if (requests <= killedAt) return 'pass';
        if (requests > killedAt + 1) return 'down';
        killed.add(service);
        return fault;
      });
      await invite(to, new Set([email]))
        .then(() => doTasks())
        .catch(() => undefined);
      services.clearFaults();
      await invite(to, new Set([email]));
      services.clock.advance(3_600_000);
      await doTasks();
    }
    expect([...killed].toSorted()).toEqual(['cognito', 'dynamodb', 'ses', 'sqs']);
    for (const { email, userId } of owners) {
      expect(tokens(email).length).toBeGreaterThan(0);
      expect((await movedOwners(to)).find((one) => one.userId === userId)?.invitedAt).toHaveLength(1);
    }
  }, 120_000);
});
