import type * as z from 'zod/mini';
import { isOver } from '#shared/model/subscription';
import type { ShopRecord } from '#shared/model/customer';
import { plainEmail, takeOverSchema } from '#shared/model/move-in';
import { notDeleting } from '#functions/accounts/profiles-table';
import { indexMissing } from '#functions/documents/index-documents';
import { accountOf } from '#functions/limits/attempts';
import { tellStaffLater } from '#functions/mails/notices-table';
import { writeAll, type Write } from '#functions/platform/dynamodb/transaction';
import { optionalEnv } from '#functions/platform/environment';
import { logger } from '#functions/platform/logger';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { defineTask, readTask, removeTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { customersBilledTo, giveCustomerTo } from './customers';
import { readShop } from './read-shop';
import { linkedIds, linkToShop, ownerOf, ownershipWrites, readSnapshot, snapshotWrite } from './shops-table';
import { describeShop } from './describe-shop';
import { billedBySubscription } from '#functions/movements/book';

type User = z.infer<typeof takeOverSchema>;

const takeOverTask = defineTask('take-over', takeOverSchema);

/** The writes of a proven address, by which customers billed there become shops (takeOver), if the stage wants it. */
export const takeOverWrites = (user: User): Write[] =>
  optionalEnv('TAKES_OVER_SHOPS') === 'no' ? [] : [takeOverTask.write(user, { id: accountOf(user.email) })];

/** Takes back that shops become a user's: of a deleted account, nobody could have them any more. Safe to repeat. */
export async function withdrawTakeOver({
  userId,
  email,
}: {
  userId: string;
  email?: string | undefined;
}): Promise<void> {
  for (const id of [userId, ...(email === undefined ? [] : [accountOf(email)])]) {
    const waiting = await readTask({ kind: takeOverTask.kind, id });
    if (waiting && (waiting.body as User).userId === userId) await removeTask(waiting);
  }
}

/** Whether the shops of an address may be found any moment: then a first list of shops finds them itself. */
export const isTakingOver = async (email: string): Promise<boolean> =>
  (await readTask({ kind: takeOverTask.kind, id: accountOf(email) })) !== undefined;

/**
 * Makes one customer the user's shop, in one transaction with what is known of it: its devices are with their owner
 * already, so none is shipped. Returns the shop; undefined if it is somebody's, if it rents nothing, or if the account
 * is being deleted.
 */
async function takeOverCustomer(
  { userId, email, customerIds }: User,
  customerId: string,
  options: RequestBudget,
): Promise<ShopRecord | undefined> {
  const owner = await ownerOf(customerId);
  if (owner !== undefined) return owner === userId ? (await readSnapshot(userId, customerId))?.record : undefined;
  const { record, readAtMs } = await readShop(customerId, options);
  if (!record?.subscriptions.some((one) => !isOver(one))) return undefined;
  // Its address was changed at Stripe since the move read it: the next run links it to whoever has that one.
  if (customerIds && plainEmail(record.customer.email ?? '') !== email) return undefined;
  const { name } = describeShop(record);
  const linked = linkedIds(record);
  await linkToShop(customerId, linked);
  const written = await writeAll([
    notDeleting(userId),
    ...ownershipWrites(userId, { customerId, createdAt: record.customer.created }),
    snapshotWrite(userId, { customerId, record, readAtMs, booked: billedBySubscription(record), version: 0, linked }),
    ...(customerIds
      ? []
      : [
          tellStaffLater.write({
            subject: 'Shop taken over',
            text:
              'ご登録のメールアドレスに請求書が届く店舗を、登録した方の店舗としてポータルに表示しました。\n\n' +
              `店舗: ${name}\n顧客ID: ${customerId}\nユーザーID: ${userId}`,
            attributes: { kind: 'take-over', customerId },
          }),
        ]),
  ]);
  if (written) logger.info('shop taken over', { userId, customerId });
  return written ? record : undefined;
}

/**
 * Makes every customer at Stripe whose invoices go to a user's proven address (or that the move names), who rents
 * devices and who is nobody's, that user's shop. Two users never get one customer: the first transaction decides.
 * Returns the user's shops of that address. Safe to repeat.
 */
export async function takeOver(user: User, options: RequestBudget): Promise<ShopRecord[]> {
  const shops: ShopRecord[] = [];
  for (const customerId of user.customerIds ?? (await customersBilledTo(user, options))) {
    const shop = await takeOverCustomer(user, customerId, options);
    if (shop) shops.push(shop);
  }
  return shops;
}

export const takeOverWorkers = [
  defineWorker(
    takeOverTask,
    async (user, options) => {
      for (const shop of await takeOver(user, options)) {
        await giveCustomerTo(user.userId, shop.customer.id, options);
        await indexMissing(user.userId, shop);
      }
    },
    'A customer with an owner is not taken over again; what follows writes the same again.',
  ),
];
