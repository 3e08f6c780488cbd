import { paginateListSuppressedDestinations, SESv2Client } from '@aws-sdk/client-sesv2';
import { changeProfile } from '#functions/accounts/profiles-table';
import { accountOf } from '#functions/limits/attempts';
import { findAccount } from '#functions/platform/cognito/accounts';
import { clock } from '#functions/platform/clock';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { type ClosedMailbox, closedWrite, forgetClosed, listClosed } from './mailboxes-table';
import { tellStaffLater } from './notices-table';

const client = new SESv2Client({ maxAttempts: 3 });

interface Closed {
  email: string;
  reason: 'BOUNCE' | 'COMPLAINT';
}

/** SES's list for the account, by the hash of the address (API_ListSuppressedDestinations: one request a second). */
async function readClosed(until: number): Promise<Map<string, Closed>> {
  const closed = new Map<string, Closed>();
  for await (const page of paginateListSuppressedDestinations({ client, pageSize: 1000 }, {})) {
    for (const { EmailAddress, Reason } of page.SuppressedDestinationSummaries ?? [])
      if (EmailAddress !== undefined) {
        const email = EmailAddress.toLowerCase();
        closed.set(accountOf(email), { email, reason: Reason ?? 'BOUNCE' });
      }
    if (!page.NextToken) break;
    if (clock.now() >= until) throw new Error('The list of SES is too long for one run');
    await clock.wait(1000);
  }
  return closed;
}

/** Marks the user of an address, if the pool has one, and tells the staff, once. */
async function close(account: string, { email, reason }: Closed): Promise<void> {
  const userId = (await findAccount(email))?.userId;
  if (userId === undefined) return;
  await changeProfile(userId, { mailsFail: true });
  const what = reason === 'BOUNCE' ? 'メールが届かずに戻った' : '迷惑メールとして報告された';
  await writeAll([
    closedWrite({ account, userId }),
    tellStaffLater.write({
      subject: 'Mails do not reach a user',
      text:
        `${what}ため、この利用者へのメールは送られていません。電話などで新しいメールアドレスをご確認ください。\n` +
        `利用者ID: ${userId}`,
      attributes: { kind: 'mailbox', reason },
    }),
  ]);
}

async function reopen({ account, userId }: ClosedMailbox): Promise<void> {
  await changeProfile(userId, { mailsFail: null });
  await forgetClosed(account);
}

/**
 * Compares the addresses that SES suppresses with those that were known before: their users read in the portal that no
 * mail reaches them, until the address is another one or the staff have taken it off the list. Safe to repeat.
 */
export async function checkMailboxes(until: number): Promise<void> {
  if (clock.now() >= until) return;
  const closed = await readClosed(until);
  const known = await listClosed();
  const accounts = new Set(known.map(({ account }) => account));
  for (const [account, one] of closed) if (!accounts.has(account)) await close(account, one);
  for (const one of known) if (!closed.has(one.account)) await reopen(one);
}
