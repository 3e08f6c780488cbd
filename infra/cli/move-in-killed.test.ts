import { ownerOf } from '#functions/shops/shops-table';
import { doTasks } from '#functions/testing/task-queue';
import { testMoving } from '../testing/moving';
import { invite, link, movedOwners } from './move-in-link';
import { look } from './move-in-look';

const { services, business, linkAll, tokens } = testMoving();

describe.each(['down', 'lost'] as const)('the tool is killed at a request, which is %s', (fault) => {
  test('link: run again, no user twice, each shop of one owner', async () => {
    const to = await business(4);
    const found = await look(to);
    // A request more each time: each of them is the last of some run.
    for (let [killedAt, isDone] = [0, false]; !isDone; killedAt += 1) {
      let requests = 0;
      services.inject(() => {
        requests += 1;
        if (requests <= killedAt) return 'pass';
        return requests === killedAt + 1 ? fault : 'down';
      });
      const tasks = new Error('killed before the tasks');
      isDone = await link(to, found, () => Promise.reject(tasks)).then(
        () => false,
        (error: unknown) => error === tasks,
      );
      services.clearFaults();
    }
    expect(await linkAll(to)).toMatchObject({ waiting: [], changed: [] });
    const owners = await movedOwners(to);
    const shops = owners.flatMap((one) => one.customerIds);
    expect(new Set(shops).size).toBe(shops.length);
    expect(new Set(owners.map((one) => one.email)).size).toBe(owners.length);
    for (const { userId, customerIds } of owners) for (const id of customerIds) expect(await ownerOf(id)).toBe(userId);
  }, 120_000);

  test('invite, and its tasks: run again, one mail for each owner within a wave', async () => {
    const to = await business(9);
    await linkAll(to);
    const owners = (await movedOwners(to)).filter(({ email }) => !email.endsWith('.invalid'));
    for (let [killedAt, isDone] = [0, false]; !isDone; killedAt += 1) {
      let requests = 0;
      services.inject((service) => {
        // What SES took and nobody heard of goes out twice: better than not at all (decisions/mails).
        if (service === 'ses') return 'pass';
        requests += 1;
        if (requests <= killedAt) return 'pass';
        return requests === killedAt + 1 ? fault : 'down';
      });
      const work = async (): Promise<boolean> => {
        await invite(to, { perHour: 500 });
        await doTasks();
        return requests <= killedAt;
      };
      isDone = await work().catch(() => false);
      services.clearFaults();
    }
    services.clock.advance(2 * 3_600_000);
    await doTasks();
    for (const { email, userId } of owners) {
      expect(new Set(tokens(email)).size).toBeGreaterThan(0);
      const moved = (await movedOwners(to)).find((one) => one.userId === userId);
      expect(moved?.invitedAt).toHaveLength(1);
    }
  }, 120_000);
});
