import { deleteItem, isNew } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { putWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { mailboxesKey, usersTable } from '#functions/platform/users-table';

/** A user whose address SES sends nothing to any more, because a mail came back or its receiver complained. */
export interface ClosedMailbox {
  /** Hash of the address. */
  account: string;
  userId: string;
}

const keyOf = (account: string) => ({ pk: mailboxesKey, sk: account });

/** Holds only once: the staff are told in the same transaction. */
export const closedWrite = (mailbox: ClosedMailbox): Write =>
  putWrite(usersTable(), keyOf(mailbox.account), mailbox, isNew);

export const listClosed = (): Promise<ClosedMailbox[]> => queryRange(usersTable(), { pk: mailboxesKey });

export async function forgetClosed(account: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(account));
}
