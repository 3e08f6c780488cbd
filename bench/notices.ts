import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { jobTimeout } from '#shared/limits';
import { MovableClock } from '../local/clock';
import { createDynamoDbEmulator } from '../local/dynamodb/create-dynamodb-emulator';
import { createSesEmulator } from '../local/ses/create-ses-emulator';
import { createTable, startServices, type Fault } from '../local/testing/functions';
import { actAsFunction, table } from './measure';

const notices = 10_000;
/** Milliseconds that SES takes for a mail. */
const latency = 100;
/** Mails a second that SES allows a new account (developer guide, "Managing your sending limits"). */
const rate = 14;
/** The most runs of the job that a wave may take. */
const mostRuns = 3;

/** A wave of notices through the job, on the emulated DynamoDB and an SES that takes its time. */
export async function benchNotices(): Promise<void> {
  actAsFunction({ MAIL_FROM: 'no-reply@example.jp' });
  const clock = new MovableClock();
  let mailed = 0;
  const ses = await createSesEmulator({ outbox: async () => void (mailed += 1) });
  const services = await startServices({ dynamodb: await createDynamoDbEmulator({ clock, sweepMs: 0 }), ses });
  services.inject(async (service): Promise<Fault> => {
    if (service === 'ses') await wait(latency);
    return 'pass';
  });
  await createTable('USERS_TABLE', 'users');
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const at = Math.floor(clock.now() / 1000);
  for (let from = 0; from < notices; from += 25) {
    const items = Array.from({ length: 25 }, (_, offset) => {
      const id = `n-${from + offset}`;
      const about = { id, userId: `user-${id}`, to: `${id}@example.jp`, kind: 'password-changed' };
      return { pk: 'NOTICES', sk: id, ...about, at, expiresAt: at + 86_400 };
    });
    await documents.send(
      new BatchWriteCommand({ RequestItems: { users: items.map((Item) => ({ PutRequest: { Item } })) } }),
    );
  }
  const { sendNotices } = await import('../functions/domain/notices/send-notices');
  const startedAt = performance.now();
  await sendNotices(Infinity);
  const seconds = (performance.now() - startedAt) / 1000;
  await services.close();
  const aRun = (jobTimeout - 20) * Math.min(rate, notices / seconds);
  const runs = Math.ceil(notices / aRun);
  console.log(
    table([
      ['notices', String(mailed)],
      [`mails a second, each taking SES ${latency} ms`, (notices / seconds).toFixed(0)],
      [`mails in a run, at most ${rate} a second`, aRun.toFixed(0)],
      ['runs for all', `${runs} (at most ${mostRuns})`],
    ]),
  );
  if (mailed !== notices || runs > mostRuns) throw new Error('Notices do not keep up with the wave');
}
