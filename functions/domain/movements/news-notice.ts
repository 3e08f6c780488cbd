import type { Write } from '../../adapters/dynamodb/transaction';
import type { News, NewsNotice } from '../../adapters/users-table/notices';
import { readMailSettings } from '../../adapters/users-table/profiles';
import { ownerOf } from '../../adapters/users-table/shops';
import { readSnapshot } from '../../adapters/users-table/snapshots';
import { describeShop } from '../booking/describe-shop';
import { addressNotice } from '../notices/address-notice';
import { noticeWrite } from '../notices/notice-task';

/** News is dropped after this time, in seconds. */
const worthTelling = 3 * 24 * 60 * 60;

/**
 * The write that enqueues news for the owner of a shop, for the transaction of the change it tells of; none if nobody
 * has the shop, or its owner wants no news by mail.
 */
export async function newsNotice(
  customerId: string,
  kind: NewsNotice['kind'],
  news: Omit<News, 'customerId' | 'shopName'>,
): Promise<Write[]> {
  const userId = await ownerOf(customerId);
  if (userId === undefined) return [];
  const [settings, snapshot] = await Promise.all([readMailSettings(userId), readSnapshot(userId, customerId)]);
  if (!settings || settings.newsMails === false) return [];
  const shopName = snapshot ? describeShop(snapshot.record).name : '';
  return [
    noticeWrite({
      kind,
      news: { ...news, customerId, shopName },
      ...addressNotice({ userId, email: settings.email }, worthTelling),
    }),
  ];
}
