import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { invitationId, moveInKey, type MovedOwner, mostInvitations } from '#shared/model/move-in';
import { byOwner, type FoundCustomer, idOf, limit, type Look, type Move, ownersOf } from './move-in-look';
import { createUser, setUnknownPassword, isUnfinished, type PoolUser, queryAll, unlessRefused, usersOf } from './pool';

export const movedOwners = ({ documents, usersTable }: Move): Promise<MovedOwner[]> =>
  queryAll(documents, {
    TableName: usersTable,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': moveInKey },
    ConsistentRead: true,
  });

/** How far the move is, in a line. */
export function progressOf(owners: readonly MovedOwner[]): string {
  const invited = owners.filter(({ invitedAt }) => invitedAt.length > 0).length;
  const came = owners.filter(({ cameAt }) => cameAt !== undefined).length;
  const late = owners.filter((one) => one.cameAt === undefined && one.invitedAt.length >= mostInvitations).length;
  return `${owners.length} owners are linked, ${invited} invited, ${came} have come, ${late} not after all invitations`;
}

/** Puts an item that is not there; false if it was. */
async function putNew({ documents, usersTable }: Move, item: object): Promise<boolean> {
  const put = new PutCommand({ TableName: usersTable, Item: item, ConditionExpression: 'attribute_not_exists(pk)' });
  return documents.send(put).then(() => true, unlessRefused);
}

/** Enqueues a task (functions/platform/tasks.ts), unless one of its id waits. */
async function enqueue(move: Move, kind: string, id: string, body: object): Promise<void> {
  const task = { kind, id, group: id, body, nonce: randomUUID(), dueAt: seconds() };
  if (await putNew(move, { pk: 'TASKS', sk: `${kind}#${id}`, ...task })) await move.send(task);
}

const seconds = (): number => Math.floor(Date.now() / 1000);

/** Adds customers to those of an owner who was moved in before. */
async function addCustomers({ documents, usersTable: TableName }: Move, userId: string, customerIds: string[]) {
  const Key = { pk: moveInKey, sk: userId };
  const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const all = [...new Set([...(Item as MovedOwner).customerIds, ...customerIds])];
  const set = { UpdateExpression: 'SET customerIds = :all', ExpressionAttributeValues: { ':all': all } };
  await documents.send(new UpdateCommand({ TableName, Key, ...set }));
}

/** Makes an address's customers its user's shops, and the user if there is none. Safe to repeat. */
async function linkOwner(move: Move, customers: readonly FoundCustomer[], user?: PoolUser): Promise<void> {
  const { email = '' } = customers[0] ?? {};
  // The owner's own name only if all their customers have it; shops' names differ, and none of them is the owner's.
  const [name, ...others] = new Set(customers.map((one) => one.name));
  const username = (others.length === 0 && name) || email;
  const userId = user?.userId ?? (await createUser(move, { email, username }));
  const customerIds = customers.map(({ customerId }) => customerId);
  const linkedAt = seconds();
  // A restored user sets a password by "forgotten password" (decisions/accounts), and is not invited.
  const isNew = !user || (isUnfinished(user) && user.userId === user.poolName);
  const item: MovedOwner = { userId, email, customerIds, linkedAt, invitedAt: [], ...(!isNew && { cameAt: linkedAt }) };
  if (!(await putNew(move, { pk: moveInKey, sk: userId, ...item }))) await addCustomers(move, userId, customerIds);
  if (isNew) await setUnknownPassword(move, userId);
  await enqueue(move, 'take-over', userId, { userId, email, customerIds });
}

/** What the next invoice of each subscription asks for, as one text: amount, currency and time; `none` without one. */
async function nextInvoices({ stripe, turn, progress }: Move, ids: readonly string[]): Promise<Map<string, string>> {
  const next = new Map<string, string>();
  const read = async (subscription: string): Promise<void> => {
    await turn();
    const {
      amount_due: due,
      currency,
      next_payment_attempt: at,
    } = await stripe.invoices.createPreview({ subscription }).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'invoice_upcoming_none') return noInvoice;
      throw error;
    });
    next.set(subscription, `${due} ${currency} ${at ?? ''}`);
    progress('next invoices', next.size, ids.length);
  };
  await Promise.all(ids.map((id) => limit(read, id)));
  return next;
}
const noInvoice = { amount_due: 0, currency: 'none', next_payment_attempt: null };

/** A linked customer whose shop is not there yet, and a subscription whose next invoice changed. */
export interface Linked {
  owners: number;
  waiting: string[];
  changed: string[];
}

/** Next invoices as they were before anything was linked, kept over a stop: a repeated run compares them too. */
export interface KeptInvoices {
  read: () => Map<string, string>;
  write: (before: ReadonlyMap<string, string>) => void;
}
const keepsNothing: KeptInvoices = { read: () => new Map(), write: () => {} };

/**
 * Links every customer that nothing keeps out, waits until the stage's tasks have made the shops, and compares each
 * subscription's next invoice before and after. `wait` pauses between two looks; `only` names addresses. Safe to stop
 * and to repeat.
 */
export async function link(
  move: Move,
  { customers }: Look,
  wait: () => Promise<void>,
  { only, kept = keepsNothing }: { only?: ReadonlySet<string> | undefined; kept?: KeptInvoices } = {},
): Promise<Linked> {
  const named = [...byOwner(customers.filter(({ email }) => only?.has(email) ?? true)).values()].flat();
  const before = kept.read();
  const fresh = named.flatMap((one) => one.subscriptions.map(({ id }) => id)).filter((id) => !before.has(id));
  for (const [id, invoice] of await nextInvoices(move, fresh)) before.set(id, invoice);
  kept.write(before);
  await markProducts(move);
  const { byEmail } = await usersOf(move);
  const owners = byOwner(named);
  let done = 0;
  const linkOne = async ([email, shops]: [string, FoundCustomer[]]): Promise<void> => {
    await linkOwner(move, shops, byEmail.get(email));
    move.progress('owners', (done += 1), owners.size);
  };
  await Promise.all([...owners].map((one) => limit(linkOne, one)));
  let waiting = named.map(({ customerId }) => customerId);
  for (let looks = 0; looks < mostLooks && waiting.length > 0; looks += 1) {
    if (looks > 0) await wait();
    const known = await ownersOf(move, waiting);
    if (known.size > 0) looks = 0;
    waiting = waiting.filter((id) => !known.has(id));
    move.progress('shops', named.length - waiting.length, named.length);
  }
  const after = await nextInvoices(move, [...before.keys()]);
  kept.write(new Map());
  return {
    owners: owners.size,
    waiting,
    changed: [...before.keys()].filter((id) => before.get(id) !== after.get(id)),
  };
}

/** So often the shops are looked at while none comes, a second apart: longer than the sweep sends what was not sent. */
const mostLooks = 600;

/** Writes the tiers of the mapping file to the products at Stripe: there the portal reads them. */
async function markProducts({ stripe, mapping }: Move): Promise<void> {
  for (const [id, tier] of Object.entries(mapping)) {
    const product = id.startsWith('price_') ? idOf((await stripe.prices.retrieve(id)).product) : id;
    await stripe.products.update(product, { metadata: { tier } });
  }
}

/**
 * Owners with their address of now, which staff may have corrected in Cognito. `isMeant`: `only` names that address or
 * the item's; undefined means all.
 */
async function ownersNow(move: Move, only?: ReadonlySet<string>): Promise<{ owner: MovedOwner; isMeant: boolean }[]> {
  const [owners, { byId }] = await Promise.all([movedOwners(move), usersOf(move)]);
  return owners.map((owner) => {
    const { email } = byId.get(owner.userId) ?? owner;
    return { owner: { ...owner, email }, isMeant: !only || only.has(email) || only.has(owner.email) };
  });
}

/** Is told of the owners that a step is about to change. */
type Report = (owners: readonly MovedOwner[]) => void;

/**
 * Enqueues the first invitation of everybody who has none; the worker enqueues the next ones. `only` names addresses;
 * undefined means all; `report` is told whom, before anything changes. Returns how many. Safe to repeat.
 */
export async function invite(move: Move, only?: ReadonlySet<string>, report?: Report): Promise<number> {
  const due = (await ownersNow(move, only)).flatMap(({ owner, isMeant }) =>
    isMeant && owner.invitedAt.length === 0 && !owner.cameAt && !owner.undoneAt ? [owner] : [],
  );
  report?.(due);
  for (const [index, { userId }] of due.entries()) {
    await enqueue(move, 'invite', invitationId(userId, 1), { userId });
    move.progress('invitations', index + 1, due.length);
  }
  return due.length;
}

/** Takes everything back that was made for owners who have not come. Returns how many. Safe to repeat. */
export async function undo(move: Move, only?: ReadonlySet<string>, report?: Report): Promise<number> {
  const owners = (await ownersNow(move, only)).flatMap(({ owner, isMeant }) =>
    isMeant && !owner.cameAt ? [owner] : [],
  );
  report?.(owners);
  for (const [index, { userId }] of owners.entries()) {
    await enqueue(move, 'move-out', userId, { userId });
    move.progress('owners', index + 1, owners.length);
  }
  return owners.length;
}
