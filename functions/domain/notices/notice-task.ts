import * as z from 'zod/mini';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import type { NoticeAddress, NoticeItem, SubscriptionNotice } from '../../adapters/users-table/notices';
import type { Write } from '../../adapters/dynamodb/transaction';
import { defineTask, readTask } from '../../platform/tasks';

/** What each notice has: the user, their e-mail address, the current time, and after how many seconds it is dropped. */
export function addressNotice(
  { userId, email }: { userId: string; email: string },
  worthTelling: number,
  id = newId(),
): NoticeAddress {
  const at = clock.seconds();
  return { id, userId, to: email, at, expiresAt: at + worthTelling };
}

/** An unsent notice is dropped after this time, in seconds. */
const worthTelling = 3 * 24 * 60 * 60;

/** A notice of what happens to a subscription, for the outbox; one with an `id` takes the place of another. */
export const subscriptionNotice = (
  owner: { userId: string; email: string },
  notice: SubscriptionNotice,
  id?: string,
): NoticeItem => ({ ...notice, ...addressNotice(owner, worthTelling, id) });

/** A mail about a change, to its user; the mails of a user go out one after the other. send-notice.ts does it. */
export const sendNotice = defineTask(
  'send-notice',
  z.custom<NoticeItem>(
    (value) => z.looseObject({ kind: z.string(), to: z.string(), expiresAt: z.number() }).safeParse(value).success,
  ),
  ({ userId }) => userId,
);

/** A message to the staff; those about one device request or movement in their order. send-notice.ts does it. */
export const tellStaffLater = defineTask(
  'tell-staff',
  z.object({ subject: z.string(), text: z.string(), attributes: z.record(z.string(), z.string()) }),
  ({ attributes }) => attributes['requestId'] ?? 'others',
);

/**
 * The write that enqueues a notice, for the transaction of the change that it reports. `notBefore` in unix seconds: a
 * newer one of its id takes its place until then.
 */
export const noticeWrite = (notice: NoticeItem, more: { notBefore?: number } = {}): Write =>
  sendNotice.write(notice, { id: notice.id, ...more });

export const enqueueNotice = (notice: NoticeItem): Promise<void> => sendNotice.enqueue(notice, { id: notice.id });

/** The notice about the end of a subscription that waits. A newer one takes its place. */
export const endNoticeId = (subscriptionId: string): string => `end#${subscriptionId}`;
/** A notice that waits; undefined if it is sent. */
export const readNotice = async (id: string): Promise<NoticeItem | undefined> =>
  (await readTask({ kind: sendNotice.kind, id }))?.body as NoticeItem | undefined;
