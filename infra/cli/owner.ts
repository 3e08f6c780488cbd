import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { devicesIndex } from '#shared/environment';
import { moveInKey } from '#shared/model/move-in';
import { appWith, connectionOf, recordSecretSchema, type RecordSettings } from '#shared/model/record-settings';
import { physicalName } from '../stage/names';
import { connectTo, type Pool, queryAll } from './pool';
import { readStageSecret, runStageTool } from './stage';

type Item = Record<string, unknown>;

/** Where an owner's data are. */
export interface Sources extends Pool {
  documents: DynamoDBDocumentClient;
  table: (name: 'users' | 'devices' | 'audit' | 'documents') => string;
  /** The records of the staff about shops, by their customer ids. */
  records: (customerIds: readonly string[]) => Promise<unknown[]>;
}

/** Attributes that sign in or prove something: they are no answer to the owner's question, and a danger in a file. */
const secret = /token|hash|sealed|secret|password|proof/i;

const recoveryCodes = 'CODES';

/** An item without its secrets; the keys of sessions and browsers are made of some. */
const withoutSecrets = ({ sk, ...item }: Item): Item => ({
  ...(JSON.parse(JSON.stringify(item), (name, value: unknown) => (secret.test(name) ? undefined : value)) as Item),
  sk: String(sk).replace(/^((?:SESSION|BROWSER)#).*/, '$1…'),
});

async function query(
  client: DynamoDBDocumentClient,
  TableName: string,
  value: string,
  { name: IndexName, partitionKey = 'pk' }: { name?: string; partitionKey?: string } = {},
): Promise<Item[]> {
  const found = await queryAll<Item>(client, {
    TableName,
    ...(IndexName && { IndexName }),
    KeyConditionExpression: '#key = :value',
    ExpressionAttributeNames: { '#key': partitionKey },
    ExpressionAttributeValues: { ':value': value },
  });
  return found.filter(({ sk }) => sk !== recoveryCodes).map(withoutSecrets);
}

/** Reads the staff's records of requests and movements of shops. */
export const recordsIn =
  (kintone: KintoneRestAPIClient, settings: RecordSettings): Sources['records'] =>
  async (customerIds) => {
    if (customerIds.length === 0) return [];
    const { id: app, codes } = appWith('requests', settings);
    const condition = `${codes.customerId} in (${customerIds.map((id) => `"${id}"`).join(', ')})`;
    return kintone.record.getAllRecordsWithId({ app, condition });
  };

const unique = (values: readonly string[]): string[] => [...new Set(values)];
const textsOf = (items: readonly Item[], name: string): string[] =>
  items.flatMap((item) => (typeof item[name] === 'string' ? [item[name]] : []));

/** Requests and repairs of an owner's devices; only requests under the owner's own shops or subscriptions. */
async function historyOf(
  devices: readonly Item[],
  own: readonly string[],
  read: (pk: string) => Promise<Item[]>,
): Promise<Item[]> {
  const beside = (
    await Promise.all(unique(textsOf(devices, 'serialNumber')).map((serial) => read(`DEVICE#${serial}`)))
  ).flat();
  const requests = beside.filter(
    ({ sk, customerId, requestedUnder }) =>
      String(sk).startsWith('REQUEST#') && [customerId, requestedUnder].some((id) => own.includes(String(id))),
  );
  const repairs = beside.filter(({ sk }) => String(sk).startsWith('REPAIR#'));
  const steps = await Promise.all(textsOf(repairs, 'repairId').map((id) => read(`REPAIR#${id}`)));
  return [...requests, ...repairs, ...steps.flat().filter(({ sk }) => String(sk).startsWith('WORK#'))];
}

/** Everything that is kept of a user, in tables, Cognito and records, with the shops' ids; undefined if nobody. */
export async function ownerData({ documents, cognito, pool, table, records }: Sources, userId: string) {
  const Key = { pk: moveInKey, sk: userId };
  const { Item: moved } = await documents.send(new GetCommand({ TableName: table('users'), Key }));
  const users = [
    ...(await query(documents, table('users'), `USER#${userId}`)),
    ...(moved ? [withoutSecrets(moved)] : []),
  ];
  const profile = users.find(({ sk }) => sk === 'PROFILE');
  const papers = await query(documents, table('documents'), `USER#${userId}`);
  const current = users.flatMap(({ sk }) => (String(sk).startsWith('SHOP#') ? [String(sk).slice(5)] : []));
  // Deleted shops are known by their documents, which stay.
  const customerIds = unique([...current, ...textsOf(papers, 'storeId')]);
  const ofShops = async (name: 'users' | 'devices', beginning: string): Promise<Item[]> =>
    (await Promise.all(customerIds.map((id) => query(documents, table(name), `${beginning}#${id}`)))).flat();
  const movements = await ofShops('devices', 'SHOP');
  const linked = users.flatMap((one) => (one['linked'] as string[] | undefined) ?? []);
  // The subscriptions of deleted shops are known by their movements, which stay.
  const own = unique([...customerIds, ...linked, ...textsOf(movements, 'subscriptionId')]);
  const found = (await Promise.all(own.map((id) => query(documents, table('devices'), id, devicesIndex))))
    .flat()
    // A lock follows its device, with the newest request of whoever had it before.
    .filter(({ sk, requestedUnder }) => sk !== 'LOCK' || own.includes(String(requestedUnder)));
  const devices = [...found, ...(await historyOf(found, own, (pk) => query(documents, table('devices'), pk)))];
  const ofEverybody = async (partition: string): Promise<Item[]> =>
    (await query(documents, table('users'), partition)).filter((item) =>
      [userId, ...customerIds].some((id) => JSON.stringify(item).includes(`"${id}"`)),
    );
  const poolName = profile?.['poolName'];
  const Username = typeof poolName === 'string' ? poolName : userId;
  const account = await cognito
    .send(new AdminGetUserCommand({ UserPoolId: pool, Username }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'UserNotFoundException') return undefined;
      throw error;
    });
  const audit = await query(documents, table('audit'), `USER#${userId}`);
  if (users.length === 0 && account === undefined && audit.length === 0) return undefined;
  return {
    userId,
    cognito: account && {
      attributes: Object.fromEntries((account.UserAttributes ?? []).map(({ Name = '', Value }) => [Name, Value])),
      created: account.UserCreateDate,
      secondSteps: account.UserMFASettingList ?? [],
    },
    stripeCustomers: customerIds,
    users: [
      ...users,
      ...(await ofShops('users', 'CUSTOMER')),
      ...(await ofEverybody('DUNNING')),
      ...(await ofEverybody('MAILBOXES')),
    ],
    tasks: await ofEverybody('TASKS'),
    documents: papers,
    devices: [...devices, ...movements],
    audit,
    records: await records(customerIds),
  };
}

const usage = `npm run owner -- --stage NAME --user ID

Prints all data of an owner as JSON (docs/privacy.md); ID is the userId of the audit record and the logs.`;

void runStageTool(import.meta.url, usage, { user: { type: 'string' } }, async (stage, { user }) => {
  if (user === undefined) throw new Error('Say who: --user ID, the userId of the audit record and the logs');
  const access = recordSecretSchema.parse(await readStageSecret(stage, 'records'));
  const kintone = new KintoneRestAPIClient(connectionOf(access, stage.records));
  const found = await ownerData(
    {
      ...(await connectTo(stage)),
      table: (name) => physicalName(stage.name, name),
      records: recordsIn(kintone, stage.records.apps ?? {}),
    },
    user,
  );
  if (found === undefined) throw new Error(`The stage ${stage.name} has nothing of a user ${user}`);
  console.log(JSON.stringify(found, undefined, 2));
});
