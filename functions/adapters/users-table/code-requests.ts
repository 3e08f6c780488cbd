import { deleteItem, putItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { codeRequestsKey } from './keys';
import { usersTable } from './table';

/**
 * A mail with a code or a link that somebody without a session asked for: for a registration, for the confirmation of
 * one again, or for a new password. Kept in an outbox until Cognito has taken it. Times are unix seconds.
 */
export interface CodeRequest {
  id: string;
  kind: 'registration' | 'confirmation' | 'reset';
  email: string;
  /** The name chosen for a registration. */
  username?: string;
  requestedAt: number;
  /** Dropped after this time; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (id: string) => ({ pk: codeRequestsKey, sk: id });

export const enqueueCodeRequest = (request: CodeRequest): Promise<void> =>
  putItem(usersTable(), keyOf(request.id), request);

export async function removeCodeRequest(id: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(id));
}

/** The requests made up to a time that have not expired, oldest first. Both in unix seconds. */
export async function listCodeRequests(until: number, now: number): Promise<CodeRequest[]> {
  const all = await queryRange<CodeRequest>(usersTable(), { pk: codeRequestsKey });
  return all
    .filter((request) => request.requestedAt <= until && request.expiresAt > now)
    .toSorted((left, right) => left.requestedAt - right.requestedAt);
}
