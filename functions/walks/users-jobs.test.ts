import { CreateTopicCommand, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { getUser, requestRegistration } from '#functions/accounts/calls';
import { checkUsers } from '#functions/jobs';
import { Browser } from '#functions/testing/browser';
import { runJob } from '#functions/testing/run-job';
import { walk } from '#functions/testing/runbook';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import type { TestUser } from '#functions/testing/user-pool';
import { watchLog } from '#functions/testing/watch-log';

const services = testServices(startSignInServices);
const log = watchLog();
const email = 'owner@example.jp';
let owner: TestUser;
const minutes = (count: number): void => services.clock.advance(count * 60_000);
const partition = async (pk: string) => (await services.items('users')).filter((item) => item['pk'] === pk);
const down = (one: string): void => services.inject((service) => (service === one ? 'down' : 'pass'));
const register = (address: string) =>
  new Browser().post(requestRegistration, { email: address, username: '新しい人', password: 'correct horse' });

beforeEach(async () => {
  process.env['MAIL_FROM'] = 'no-reply@example.jp';
  const { TopicArn } = await new SNSClient({}).send(new CreateTopicCommand({ Name: 'staff' }));
  process.env['STAFF_TOPIC_ARN'] = TopicArn;
  owner = await services.createUser({ email });
});

walk('Job check-users', 'Cognito is down: the run fails; one is ended by hand, the rest later', async (section) => {
  const other = await services.createUser({ email: 'other@example.jp' });
  const [browser, later] = [await signedIn(owner), await signedIn(other)];
  await services.disable(owner.userId);
  await services.disable(other.userId);
  down('cognito');
  await expect(runJob(checkUsers)).rejects.toThrow();
  const { Items = [] } = (await section.run('aws dynamodb query', { ID: owner.userId })) as {
    Items?: { sk: { S: string } }[];
  };
  for (const { sk } of Items)
    await section.run('aws dynamodb delete-item', { ID: owner.userId, HASH: sk.S.replace('SESSION#', '') });
  services.clearFaults();
  expect((await browser.get(getUser)).status).toBe(401);
  section.says('the next run catches up');
  expect(await runJob(checkUsers)).toMatchObject({ ended: 1, failed: 0 });
  expect((await later.get(getUser)).status).toBe(401);
});

walk('Late tasks', 'Cognito is down: codes wait for an hour; then another can be asked for', async (section) => {
  down('cognito');
  expect((await register('early@example.jp')).status).toBe(200);
  minutes(50);
  expect((await register('late@example.jp')).status).toBe(200);
  expect(log.text()).toContain('a code is not sent yet');
  const kinds = (await partition('TASKS')).map(({ kind }) => kind);
  expect(kinds).toEqual([section.says('send-code'), 'send-code']);
  section.says('are dropped after an hour');
  minutes(10);
  services.clearFaults();
  await doTasks();
  expect(services.messages.map(({ to }) => to)).toEqual(['late@example.jp']);
  expect(await partition('TASKS')).toEqual([]);
  section.says('users who waited too long can request another one');
  expect((await register('early@example.jp')).status).toBe(200);
  expect(services.newestCode('early@example.jp')).toMatch(/^\d{6}$/);
});

walk('Job check-users', 'one cannot be removed: the log names it; the next run does', async (section) => {
  await register('stranger@example.jp');
  minutes(3 * 24 * 60);
  const refusal = {
    status: 400,
    headers: { 'x-amzn-errortype': 'InvalidParameterException', date: new Date(services.clock.now()).toUTCString() },
    body: '{"message":"no"}',
  };
  services.inject((_, operation) => (operation === 'AdminDeleteUser' ? refusal : 'pass'));
  await expect(runJob(checkUsers)).rejects.toThrow('1 users');
  section.says('The log names the users');
  expect(log.text()).toMatch(/error an unconfirmed user could not be removed.*userId/);
  services.clearFaults();
  section.says('the next run catches up');
  expect(await runJob(checkUsers)).toEqual({ ended: 0, removed: 1, failed: 0 });
});

walk('Messages to the staff', 'nobody is subscribed: the address is subscribed again, and hears', async (section) => {
  const publish = (Message: string) =>
    new SNSClient({}).send(new PublishCommand({ TopicArn: process.env['STAFF_TOPIC_ARN'], Message }));
  const heard = () => services.messages.filter(({ to }) => to === 'staff@example.jp').map(({ text }) => text);
  await publish('unheard');
  expect(heard()).toEqual([]);
  const TOPIC = process.env['STAFF_TOPIC_ARN'] ?? '';
  await section.run('aws sns subscribe', { TOPIC, ADDRESS: 'staff@example.jp' });
  section.says('and confirm as docs/deploy.md says');
  expect((await fetch(/http\S+/.exec(heard()[0] ?? '')?.[0] ?? '')).status).toBe(200);
  await publish('heard');
  expect(heard()).toContain('heard');
});
