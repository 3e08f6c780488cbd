import { randomBytes, randomUUID } from 'node:crypto';
import { AdminCreateUserCommand, AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateQuery, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { inTheWayKey, type InTheWay, moveInKey, type MovedOwner } from '#shared/model/move-in';
import {
  byOwner,
  type FoundCustomer,
  idOf,
  isBlocked,
  limit,
  type Look,
  type Move,
  ownersOf,
  type User,
  usersOf,
} from './move-in-look';

/** Everybody who was moved in. */
export async function movedOwners({ documents: client, usersTable }: Move): Promise<MovedOwner[]> {
  const owners: MovedOwner[] = [];
  const query = {
    TableName: usersTable,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': moveInKey },
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) owners.push(...(Items as MovedOwner[]));
  return owners;
}

/** For a write whose condition does not hold: false. */
function unlessRefused(error: unknown): false {
  if (error instanceof ConditionalCheckFailedException) return false;
  throw error;
}

/** Puts an item that is not there; false if it was. */
async function putNew({ documents, usersTable }: Move, item: object): Promise<boolean> {
  const put = new PutCommand({ TableName: usersTable, Item: item, ConditionExpression: 'attribute_not_exists(pk)' });
  return documents.send(put).then(() => true, unlessRefused);
}

/** Enqueues a task (functions/platform/tasks.ts), unless one of its id waits; returns whether it did. */
async function enqueue(
  move: Move,
  { kind, id, body, dueAt }: { kind: string; id: string; body: object; dueAt: number },
): Promise<boolean> {
  const task = { kind, id, group: id, body, nonce: randomUUID(), dueAt };
  if (!(await putNew(move, { pk: 'TASKS', sk: `${kind}#${id}`, ...task }))) return false;
  if (dueAt <= seconds()) await move.send(task);
  return true;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

/**
 * Makes the user of an address, without a mail. The password is known to nobody: the owner sets one by the link of an
 * invitation. Cognito's name of the user is their id.
 */
async function createUser({ cognito, pool }: Move, email: string, name: string): Promise<string> {
  const { User } = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: pool,
      Username: email,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        // Nobody signs in before a mail to this address has reached them.
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: name },
      ],
    }),
  );
  if (User?.Username === undefined) throw new Error('Cognito created a user without a name');
  return User.Username;
}

/** Gives a user a password that nobody knows: Cognito mails a link for another one only to a user who has one. */
async function hidePassword({ cognito, pool }: Move, userId: string): Promise<void> {
  const Password = randomBytes(32).toString('base64url');
  const set = { UserPoolId: pool, Username: userId, Password, Permanent: true };
  await cognito.send(new AdminSetUserPasswordCommand(set));
}

/** Adds customers to those of an owner who was moved in before. */
async function addCustomers({ documents, usersTable: TableName }: Move, userId: string, customerIds: string[]) {
  const Key = { pk: moveInKey, sk: userId };
  const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const all = [...new Set([...(Item as MovedOwner).customerIds, ...customerIds])];
  const set = { UpdateExpression: 'SET customerIds = :all', ExpressionAttributeValues: { ':all': all } };
  await documents.send(new UpdateCommand({ TableName, Key, ...set }));
}

/**
 * Makes the customers of an address the shops of its user, who is made if there is none. Each step is found done by a
 * repeated run: user, item, password, task.
 */
async function linkOwner(move: Move, customers: readonly FoundCustomer[], user?: User): Promise<void> {
  const { email = '', salon = '' } = customers[0] ?? {};
  const status = user?.status ?? 'FORCE_CHANGE_PASSWORD';
  const userId = user?.userId ?? (await createUser(move, email, salon || email));
  const customerIds = customers.map(({ customerId }) => customerId);
  const linkedAt = seconds();
  const item: MovedOwner = { userId, email, customerIds, linkedAt, invitedAt: [] };
  const key = { pk: moveInKey, sk: userId };
  const isNew = status === 'FORCE_CHANGE_PASSWORD';
  if (!(await putNew(move, { ...key, ...item, ...(!isNew && { cameAt: linkedAt }) })))
    await addCustomers(move, userId, customerIds);
  if (isNew) await hidePassword(move, userId);
  await enqueue(move, { kind: 'take-over', id: userId, body: { userId, email, customerIds }, dueAt: seconds() });
}

/** The amount due of the next invoice of each subscription, in its smallest unit; null if it gets none. */
export async function nextInvoices({ stripe }: Move, ids: readonly string[]): Promise<Map<string, string>> {
  const next = new Map<string, string>();
  const read = async (subscription: string): Promise<void> => {
    const {
      amount_due: due,
      currency,
      next_payment_attempt: at,
    } = await stripe.invoices.createPreview({ subscription }).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'invoice_upcoming_none') return noInvoice;
      throw error;
    });
    next.set(subscription, `${due} ${currency} ${at ?? ''}`);
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

/**
 * Links every customer that nothing keeps out, waits until the stage's tasks have made the shops, and compares each
 * subscription's next invoice before and after. `wait` pauses between two looks; `only` names addresses. Safe to stop
 * and to repeat.
 */
export async function link(
  move: Move,
  { customers }: Look,
  wait: () => Promise<void>,
  only?: ReadonlySet<string>,
): Promise<Linked> {
  const owners = byOwner(customers.filter(({ email }) => only?.has(email) ?? true));
  const linked = [...owners.values()].flat();
  const way: InTheWay = { customers: customers.filter(isBlocked).length };
  await move.documents.send(new PutCommand({ TableName: move.usersTable, Item: { ...inTheWayKey, ...way } }));
  const subscriptions = linked.flatMap((one) => one.subscriptions.map(({ id }) => id));
  const before = await nextInvoices(move, subscriptions);
  await markProducts(move);
  const users = await usersOf(move);
  let done = 0;
  const linkOne = async ([email, shops]: [string, FoundCustomer[]]): Promise<void> => {
    await linkOwner(move, shops, users.get(email));
    if ((done += 1) % 10 === 0) move.progress(`${done} of ${owners.size} owners`);
  };
  await Promise.all([...owners].map((one) => limit(linkOne, one)));
  let waiting = linked.map(({ customerId }) => customerId);
  for (let looks = 0; looks < mostLooks && waiting.length > 0; looks += 1) {
    if (looks > 0) await wait();
    const known = await ownersOf(move, waiting);
    waiting = waiting.filter((id) => !known.has(id));
    move.progress(`${linked.length - waiting.length} of ${linked.length} shops`);
  }
  const after = await nextInvoices(move, subscriptions);
  return { owners: owners.size, waiting, changed: subscriptions.filter((id) => before.get(id) !== after.get(id)) };
}

/** So often the shops are looked at, a second apart: longer than the sweep that sends what was not sent. */
const mostLooks = 600;

/** Writes the tiers of the mapping file to the products at Stripe: there the portal reads them. */
async function markProducts({ stripe, mapping }: Move): Promise<void> {
  for (const [id, tier] of Object.entries(mapping)) {
    const product = id.startsWith('price_') ? idOf((await stripe.prices.retrieve(id)).product) : id;
    await stripe.products.update(product, { metadata: { tier } });
  }
}

/**
 * Enqueues the first invitation of everybody who has none, at most `perHour` an hour; the worker enqueues the next
 * ones. `only` names addresses; undefined means all. Returns how many were enqueued. Safe to repeat.
 */
export async function invite(move: Move, { only, perHour }: { only?: ReadonlySet<string>; perHour: number }) {
  const owners = await movedOwners(move);
  const due = owners.filter(
    ({ email, invitedAt, cameAt, undoneAt, bouncedAt }) =>
      invitedAt.length === 0 && !cameAt && !undoneAt && !bouncedAt && (only?.has(email) ?? true),
  );
  let enqueued = 0;
  for (const { userId } of due) {
    const dueAt = seconds() + Math.floor(enqueued / perHour) * 3600;
    const isNew = await enqueue(move, { kind: 'invite', id: `${userId}#1`, body: { userId }, dueAt });
    if (isNew) enqueued += 1;
  }
  return enqueued;
}

/** Has everything taken back that was made for owners who have not come. Returns how many. Safe to repeat. */
export async function undo(move: Move, only?: ReadonlySet<string>): Promise<number> {
  const owners = (await movedOwners(move)).filter(({ email, cameAt }) => !cameAt && (only?.has(email) ?? true));
  for (const { userId } of owners)
    await enqueue(move, { kind: 'move-out', id: userId, body: { userId }, dueAt: seconds() });
  return owners.length;
}
