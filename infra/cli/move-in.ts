import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetQueueUrlCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import * as z from 'zod/mini';
import { localStage } from '#shared/constants';
import { isRented, isShipped } from '#shared/model/device-request';
import { type MovedOwner, plainEmail } from '#shared/model/move-in';
import { tiers } from '#shared/model/pricing';
import { appWith, connectionOf, recordSecretSchema, type RecordSettings } from '#shared/model/record-settings';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { invite, link, movedOwners, progressOf, undo } from './move-in-link';
import { look, type Move, ownersReport, reportOf, summaryOf } from './move-in-look';
import { connectTo } from './pool';
import { progressOn, throttle } from './progress';
import { readStageSecret, runStageTool, stripeClient } from './stage';

/** Reads the shipped rented devices of the staff's app. */
export const devicesIn = (kintone: KintoneRestAPIClient, settings: RecordSettings) => async () => {
  const { id: app, codes } = appWith('devices', settings);
  const records = await kintone.record.getAllRecordsWithId({ app });
  const devices = new Map<string, string[]>();
  for (const record of records) {
    const of = (code: string): string => {
      const value = record[code]?.value;
      return typeof value === 'string' ? value : '';
    };
    const device = { deviceCategory: of(codes.deviceCategory), status: of(codes.status) };
    if (!isRented(device) || !isShipped(device)) continue;
    const subscription = of(codes.stripeSubscriptionId);
    devices.set(subscription, [...(devices.get(subscription) ?? []), of(codes.serialNumber)]);
  }
  return devices;
};

const addressesIn = (file: string): Set<string> =>
  new Set(readFileSync(file, 'utf8').split('\n').map(plainEmail).filter(Boolean));

/**
 * The tiers of a mapping file, move-in.json if none is named: that one may be absent.
 * @throws {Error} that names the file and what belongs into it
 */
export function mappingIn(named: string | undefined): Move['mapping'] {
  const file = named ?? 'move-in.json';
  if (named === undefined && !existsSync(file)) return {};
  try {
    return z.record(z.string(), z.enum(tiers)).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file}: {"id of a product or price": "${tiers.join('", or "')}"}`, { cause });
  }
}

/** The stage on this laptop: the addresses of the running portal's services, in the variables of their clients. */
async function laptopServices(): Promise<{ stripe: string; records: string }> {
  const { PORTAL_URL: portal = 'http://localhost:3000' } = process.env;
  const response = await fetch(`${portal}/__local/services`).catch(() => undefined);
  if (!response?.ok) throw new Error(`No portal runs at ${portal}: npm start`);
  const services = (await response.json()) as Record<string, string>;
  for (const [name, at] of Object.entries({
    AWS_ENDPOINT_URL_DYNAMODB: services['dynamodb'],
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: services['cognito'],
    AWS_ENDPOINT_URL_SECRETS_MANAGER: services['secrets'],
    AWS_ENDPOINT_URL_SQS: services['sqs'],
    AWS_ACCESS_KEY_ID: 'tool',
    AWS_SECRET_ACCESS_KEY: 'tool',
  }))
    process.env[name] ??= at;
  return { stripe: services['stripe'] ?? '', records: (services['records'] ?? '').replace('127.0.0.1', 'localhost') };
}

async function connect(stage: StageSettings, mapping: Move['mapping']): Promise<Move> {
  const laptop = stage.name === localStage ? await laptopServices() : undefined;
  const { secretKey = '' } = (await readStageSecret(stage, 'stripe')) ?? {};
  const access = recordSecretSchema.parse(await readStageSecret(stage, 'records'));
  const place = laptop ? { ...stage.records, baseUrl: laptop.records } : stage.records;
  const kintone = new KintoneRestAPIClient(connectionOf(access, place));
  const sqs = new SQSClient({ region: stage.region, maxAttempts: 10 });
  const QueueName = `${physicalName(stage.name, 'tasks')}.fifo`;
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  return {
    stripe: stripeClient(secretKey, laptop?.stripe),
    ...(await connectTo(stage)),
    usersTable: physicalName(stage.name, 'users'),
    async send({ kind, id, nonce, group }) {
      const MessageBody = JSON.stringify({ kind, id, nonce });
      const of = { MessageGroupId: `${kind}#${group}`, MessageDeduplicationId: nonce };
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...of }));
    },
    devices: devicesIn(kintone, stage.records.apps ?? {}),
    mapping,
    progress: progressOn(process.stdout),
    // A sandbox has 25 requests a second, and so has each operation of a live account (docs.stripe.com/rate-limits).
    turn: throttle(20),
  };
}

const usage = `npm run move-in -- --stage NAME look|link|invite|undo

Moves the customers that a business has at Stripe into the portal (docs/moving-in.md). --only FILE names addresses,
--out FOLDER the place of the report, --mapping FILE the tiers of an old catalogue; undo needs --only or --all. Each
step writes a report before it changes anything. Safe to stop and to repeat. Exit code 1 if something is left to do.`;

const options = {
  only: { type: 'string' },
  out: { type: 'string', default: join('build', 'move-in') },
  mapping: { type: 'string' },
  all: { type: 'boolean', default: false },
} as const;
void runStageTool(import.meta.url, usage, options, async (stage, values, [step = '', ...more]) => {
  const mapping = mappingIn(values.mapping);
  const only = values.only === undefined ? undefined : addressesIn(values.only);
  if (!['look', 'link', 'invite', 'undo'].includes(step) || more.length > 0)
    throw new Error('Say what: look, link, invite or undo');
  if (step === 'undo' && !only && !values.all) throw new Error('Say whose shops: --only FILE, or --all');
  const move = await connect(stage, mapping);
  const write = (name: string, csv: string): void => {
    const file = join(values.out, `${name}.csv`);
    mkdirSync(values.out, { recursive: true });
    writeFileSync(file, csv);
    console.log(`The report: ${file}`);
  };
  const report = (owners: readonly MovedOwner[]) => write(step, ownersReport(owners));
  if (step === 'invite') return console.log(`${await invite(move, only, report)} owners are invited`);
  if (step === 'undo') return console.log(`${await undo(move, only, report)} owners are taken back`);
  const found = await look(move);
  summaryOf(found);
  console.log(progressOf(await movedOwners(move)));
  write('look', reportOf(found));
  if (step === 'look') return;
  const second = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1000));
  const file = join(values.out, 'next-invoices.json');
  const kept = {
    read: () => new Map(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, string][]) : []),
    write: (before: ReadonlyMap<string, string>) => writeFileSync(file, JSON.stringify([...before])),
  };
  const { owners, waiting, changed } = await link(move, found, second, { only, kept });
  console.log(`\n${owners} owners are linked`);
  console.log(
    changed.length === 0 ? 'Every next invoice is as before.' : `Next invoices changed: ${changed.join(', ')}`,
  );
  if (waiting.length > 0) console.log(`Not there yet, run this again: ${waiting.join(', ')}`);
  if (waiting.length + changed.length > 0) process.exitCode = 1;
});
