import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import pLimit from 'p-limit';
import type { Stripe } from 'stripe';
import { catalogueCurrency } from '#shared/catalogue';
import { metadataKeys } from '#shared/model/customer';
import { type MovedOwner, plainEmail } from '#shared/model/move-in';
import { type Tier, tiers } from '#shared/model/pricing';
import { sum } from '#shared/numbers';
import { type Pool, usersOf } from './pool';
import type { Progress } from './progress';

/** What is to be known of a customer. Those of `blocking` keep it out of the portal; the others are for the staff. */
const remarks = {
  'no-email': '請求先のメールアドレスがありません',
  'not-confirmed': '同じメールアドレスの登録が、確認待ちです',
  'other-currency': '円以外の契約があります',
  'unknown-price': '契約の料金が、どの料金区分か分かりません（move-in.json）',
  'has-user': '同じメールアドレスの利用者がいます（その利用者の店舗になります）',
  'by-invoice': '請求書払いです',
  paused: '請求を止めています',
  'past-due': 'お支払いが遅れています',
  schedule: 'サブスクリプションスケジュールがあります',
  trial: '無料期間中です',
  'no-tax-rate': '税率がありません（npm run catalogue で付きます）',
  'no-device': '契約のデバイスがありません',
  difference: 'デバイスの数と契約の数が違います',
} as const;
export type Remark = keyof typeof remarks;
const blocking: readonly Remark[] = ['no-email', 'not-confirmed', 'other-currency', 'unknown-price'];

/** A customer at Stripe that rents devices and is no shop of the portal yet. */
export interface FoundCustomer {
  customerId: string;
  /** As the portal compares addresses: half width, small letters; empty without one. */
  email: string;
  /** As Stripe has it; empty without one. */
  name: string;
  salon: string;
  agency: string;
  subscriptions: { id: string; devices: Partial<Record<Tier, number>> }[];
  /** Devices of its subscriptions that Kintone has as shipped, and that it pays for. */
  held: number;
  billed: number;
  remarks: Remark[];
}

export interface Look {
  customers: FoundCustomer[];
  /** Customers that rent nothing, and those that are shops of the portal already. */
  others: { renting: number; moved: number };
  /** Shipped rented devices, by serial number, that no running subscription has. */
  strayDevices: string[];
}

/** Where a business is read, and the stage it moves to. */
export interface Move extends Pool {
  stripe: Stripe;
  documents: DynamoDBDocumentClient;
  usersTable: string;
  /** Sends a task's message; one that is not sent, the stage's sweep sends within five minutes. */
  send: (task: { kind: string; id: string; nonce: string; group: string }) => Promise<void>;
  /** Serial numbers of the shipped rented devices by subscription; without one, by the empty text. */
  devices: () => Promise<Map<string, string[]>>;
  /** Tiers of products and prices of an old catalogue, by their ids. */
  mapping: Readonly<Record<string, Tier>>;
  progress: Progress;
  /** Resolves when the next request to Stripe may begin, so that no more a second are made than Stripe allows. */
  turn: () => Promise<void>;
}

/** Requests at the same time, below Stripe's 25 a second in a sandbox (docs.stripe.com/rate-limits). */
export const limit = pLimit(8);

/** Subscriptions that get invoices; the default list has no canceled ones. */
const isLive = ({ status }: Stripe.Subscription): boolean => !['incomplete', 'incomplete_expired'].includes(status);

export const idOf = (one: string | { id: string }): string => (typeof one === 'string' ? one : one.id);

async function tiersOf({ stripe, mapping }: Move) {
  const ofProducts = new Map<string, Tier>();
  for await (const { id, metadata } of stripe.products.list({ limit: 100 })) {
    const tier = tiers.find((one) => one === metadata['tier']);
    if (tier) ofProducts.set(id, tier);
  }
  return ({ price }: Stripe.SubscriptionItem): Tier | undefined =>
    ofProducts.get(idOf(price.product)) ?? mapping[idOf(price.product)] ?? mapping[price.id];
}

type TierOf = Awaited<ReturnType<typeof tiersOf>>;

/** `status`: Cognito's `UserStatus` of who has the address. */
function remarksOf(
  { email, held, billed, status }: Pick<FoundCustomer, 'email' | 'held' | 'billed'> & { status: string | undefined },
  subscriptions: readonly Stripe.Subscription[],
  tierOf: TierOf,
): Remark[] {
  const some = (is: (one: Stripe.Subscription) => unknown): boolean => subscriptions.some(is);
  const checks: Record<Remark, boolean> = {
    'no-email': email === '',
    'not-confirmed': status === 'UNCONFIRMED',
    'has-user': status === 'CONFIRMED',
    'other-currency': some(({ currency }) => currency !== catalogueCurrency),
    'unknown-price': some(({ items }) => !items.data.some(tierOf)),
    'by-invoice': some(({ collection_method: method }) => method === 'send_invoice'),
    paused: some(({ pause_collection: paused }) => paused),
    'past-due': some(({ status }) => status === 'past_due' || status === 'unpaid'),
    schedule: some(({ schedule }) => schedule),
    trial: some(({ status }) => status === 'trialing'),
    'no-tax-rate': some(({ default_tax_rates: rates }) => (rates ?? []).length === 0),
    'no-device': billed > 0 && held === 0,
    difference: billed > 0 && held > 0 && held !== billed,
  };
  return (Object.keys(checks) as Remark[]).filter((remark) => checks[remark]);
}

export async function ownersOf(
  { documents, usersTable }: Move,
  customerIds: readonly string[],
): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  const read = async (id: string): Promise<void> => {
    const Key = { pk: `CUSTOMER#${id}`, sk: '-' };
    const { Item } = await documents.send(new GetCommand({ TableName: usersTable, Key, ConsistentRead: true }));
    if (Item) owners.set(id, (Item as { userId: string }).userId);
  };
  await Promise.all(customerIds.map((id) => limit(read, id)));
  return owners;
}

/** Reads the whole business at Stripe and in Kintone. Changes nothing. */
export async function look(move: Move): Promise<Look> {
  const { stripe, progress } = move;
  const [tierOf, devices, users] = await Promise.all([tiersOf(move), move.devices(), usersOf(move)]);
  const bySubscriber = new Map<string, Stripe.Subscription[]>();
  let count = 0;
  for await (const one of stripe.subscriptions.list({ limit: 100 })) {
    progress('subscriptions', (count += 1));
    if (isLive(one)) bySubscriber.set(idOf(one.customer), [...(bySubscriber.get(idOf(one.customer)) ?? []), one]);
  }
  const owners = await ownersOf(move, [...bySubscriber.keys()]);
  const found: Look = { customers: [], others: { renting: 0, moved: 0 }, strayDevices: [] };
  count = 0;
  for await (const { id, email, name, metadata } of stripe.customers.list({ limit: 100 })) {
    const subscriptions = bySubscriber.get(id);
    if (subscriptions) progress('customers who rent', (count += 1), bySubscriber.size);
    if (owners.has(id)) found.others.moved += 1;
    else if (!subscriptions) found.others.renting += 1;
    else {
      const counted = subscriptions.map((one) => {
        const counts: Partial<Record<Tier, number>> = {};
        for (const item of one.items.data) {
          const tier = tierOf(item);
          if (tier) counts[tier] = (counts[tier] ?? 0) + (item.quantity ?? 0);
        }
        return { id: one.id, devices: counts };
      });
      const held = sum(subscriptions.map((one) => devices.get(one.id)?.length ?? 0));
      const billed = sum(counted.flatMap((one) => Object.values(one.devices)));
      const address = plainEmail(email ?? '');
      const status = users.byEmail.get(address)?.status;
      found.customers.push({
        customerId: id,
        email: address,
        name: name ?? '',
        salon: metadata[metadataKeys.salonName] ?? name ?? '',
        agency: metadata[metadataKeys.agencyName] ?? '',
        subscriptions: counted,
        held,
        billed,
        remarks: remarksOf({ email: address, held, billed, status }, subscriptions, tierOf),
      });
    }
  }
  const live = new Set([...bySubscriber.values()].flat().map(({ id }) => id));
  found.strayDevices = [...devices].flatMap(([subscription, serials]) => (live.has(subscription) ? [] : serials));
  return found;
}

export const isBlocked = ({ remarks: of }: FoundCustomer): boolean => of.some((remark) => blocking.includes(remark));

/** Customers that can be linked, by the address of their owner. */
export function byOwner(customers: readonly FoundCustomer[]): Map<string, FoundCustomer[]> {
  const owners = new Map<string, FoundCustomer[]>();
  for (const one of customers) if (!isBlocked(one)) owners.set(one.email, [...(owners.get(one.email) ?? []), one]);
  return owners;
}

/** A field of a CSV file (RFC 4180); one that a spreadsheet would take for a formula begins with an apostrophe. */
const field = (value: string | number): string =>
  `"${String(value)
    .replaceAll('"', '""')
    .replace(/^[=+@\t-]/, "'$&")}"`;

const columns = ['顧客ID', '請求先', 'サロン名', '代理店名', '契約', 'デバイス', '契約の台数', '移行', '備考'];
const rowOf = (one: FoundCustomer): (string | number)[] => [
  one.customerId,
  one.email,
  one.salon,
  one.agency,
  one.subscriptions.map(({ id }) => id).join(' '),
  one.held,
  one.billed,
  isBlocked(one) ? 'できません' : 'できます',
  one.remarks.map((remark) => remarks[remark]).join('、'),
];

type Row = readonly (string | number)[];

/** A report for people: a CSV file in UTF-8 with a BOM, for spreadsheets. */
const csvOf = (rows: readonly Row[]): string =>
  `\ufeff${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;

/** A line for each customer, and one for the devices that no running subscription has. */
export const reportOf = ({ customers, strayDevices }: Look): string =>
  csvOf([columns, ...customers.map(rowOf), ['契約のないデバイス', strayDevices.join(' ')]]);

/** What is about to happen to owners: a line for each. */
export const ownersReport = (owners: readonly MovedOwner[]): string =>
  csvOf([
    ['利用者ID', 'メールアドレス', '顧客ID', '送った招待の数'],
    ...owners.map(({ userId, email, customerIds, invitedAt }) => [
      userId,
      email,
      customerIds.join(' '),
      invitedAt.length,
    ]),
  ]);

/** What a look found, in some lines. */
export function summaryOf({ customers, others, strayDevices }: Look): void {
  const owners = byOwner(customers);
  console.log(`\n${customers.length} customers rent devices; ${customers.filter(isBlocked).length} cannot be linked`);
  console.log(`${[...owners.values()].flat().length} customers of ${owners.size} owners can be linked`);
  console.log(`${others.renting} customers rent nothing; ${others.moved} are shops of the portal already`);
  console.log(`${strayDevices.length} shipped devices are in no running subscription`);
  for (const [remark, text] of Object.entries(remarks)) {
    const count = customers.filter((one) => one.remarks.includes(remark as Remark)).length;
    if (count > 0) console.log(`  ${count} ${remark}: ${text}`);
  }
}
