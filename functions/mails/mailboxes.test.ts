import {
  DeleteSuppressedDestinationCommand,
  PutSuppressedDestinationCommand,
  SESv2Client,
  type SuppressionListReason,
} from '@aws-sdk/client-sesv2';
import { getUser, requestEmailChange, verifyEmailChange } from '#functions/accounts/calls';
import { checkUsers } from '#functions/jobs';
import { runJob } from '#functions/testing/run-job';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { waitingTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import type { TestUser } from '#functions/testing/user-pool';

const services = testServices(startSignInServices);
const ses = new SESv2Client({});
let owner: TestUser;

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const suppress = (EmailAddress: string, Reason: SuppressionListReason) =>
  ses.send(new PutSuppressedDestinationCommand({ EmailAddress, Reason }));
const told = async () => (await waitingTasks('tell-staff')).map(({ body }) => (body as { text: string }).text);
const reads = async (user = owner) => ((await (await signedIn(user)).get(getUser)).body['user'] as object) ?? {};

test.each([
  ['BOUNCE', '戻った'],
  ['COMPLAINT', '迷惑メール'],
] as const)('%s: the user reads it, the staff are told once; others read nothing', async (reason, word) => {
  const other = await services.createUser({ email: 'other@example.jp' });
  await signedIn(owner);
  await suppress('Owner@example.jp', reason);
  await suppress('stranger@example.jp', reason);
  for (let run = 0; run < 2; run += 1) await runJob(checkUsers);
  expect(await reads()).toMatchObject({ mailsFail: true });
  expect(await reads(other)).not.toHaveProperty('mailsFail');
  expect(await told()).toEqual([expect.stringContaining(word)]);
  expect(await told()).toEqual([expect.stringContaining(owner.userId)]);
});

test('the staff take the address off the list: the mark goes; the next bounce is told again', async () => {
  await signedIn(owner);
  await suppress(owner.email, 'BOUNCE');
  await runJob(checkUsers);
  await ses.send(new DeleteSuppressedDestinationCommand({ EmailAddress: owner.email }));
  await runJob(checkUsers);
  expect(await reads()).not.toHaveProperty('mailsFail');
  await suppress(owner.email, 'BOUNCE');
  await runJob(checkUsers);
  expect(await reads()).toMatchObject({ mailsFail: true });
  expect(await told()).toHaveLength(2);
});

test('another address: the mark goes at once, and stays away while the old one is on the list', async () => {
  const browser = await signedIn(owner);
  await suppress(owner.email, 'BOUNCE');
  await runJob(checkUsers);
  const email = 'new@example.jp';
  expect((await browser.post(requestEmailChange, { newEmail: email })).status).toBe(200);
  const verificationCode = services.newestCode(email);
  expect((await browser.post(verifyEmailChange, { verificationCode })).body['user']).not.toHaveProperty('mailsFail');
  await runJob(checkUsers);
  expect(await reads({ ...owner, email })).not.toHaveProperty('mailsFail');
});
