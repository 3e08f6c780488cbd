import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ErrorCode } from '../../../shared/errors';
import type { NewCustomer } from '../stripe/customers';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import type { ShopItem } from './items';
import { sortKeys, userKey } from './keys';
import { ownershipWrites } from './shops';

/** All that a submit is to do, decided once when it is accepted, so that whoever completes it does the same. */
export interface SubmitPlan {
  customer: NewCustomer;
  acceptance?: NonNullable<ShopItem['acceptance']>;
  subscription?: { items: { priceId: string; quantity: number }[]; promotionCode?: { id: string; code: string } };
}

/** A submit that opens a shop, with what its steps have done so far. Times in unix seconds, leases in unix milliseconds. */
export interface SubmitItem {
  /** What it is known by: hash of the idempotency key. */
  key: string;
  /** Its own id, of which the idempotency keys for Stripe are made. */
  id: string;
  /** Hash of the call and its content. */
  fingerprint: string;
  createdAt: number;
  /** `undoing`: Stripe refused the subscription for good, so the customer is taken back. */
  state: 'working' | 'undoing' | 'refused' | 'done';
  plan: SubmitPlan;
  /** Who works on it, and until when nobody else may. */
  holder: string;
  leaseUntil: number;
  customerId?: string;
  subscriptionId?: string;
  clientSecret?: string;
  /** How often Stripe answered a write with a failure of its own; a key it has answered so is not used again. */
  spentKeys: number;
  refusal?: ErrorCode;
  endedAt?: number;
  /** Also the item's TTL. */
  expiresAt: number;
}

type Change = Partial<Pick<SubmitItem, 'state' | 'holder' | 'leaseUntil' | 'customerId' | 'subscriptionId' | 'clientSecret' | 'spentKeys' | 'refusal' | 'endedAt'>>;

const keyOf = (userId: string, key: string) => ({ pk: userKey(userId), sk: sortKeys.submit(key) });

export async function readSubmit(userId: string, key: string): Promise<SubmitItem | undefined> {
  const { Item } = await documents.send(new GetCommand({ TableName: usersTable(), Key: keyOf(userId, key), ConsistentRead: true }));
  return Item as SubmitItem | undefined;
}

/** Begins a submit in the place of none, or of the one with the id `instead`; false where another was quicker. */
export function beginSubmit(userId: string, submit: SubmitItem, instead: string | undefined): Promise<boolean> {
  return unlessRefused(
    documents.send(
      new PutCommand({
        TableName: usersTable(),
        Item: { ...keyOf(userId, submit.key), ...submit },
        ...(instead === undefined
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : { ConditionExpression: 'id = :instead', ExpressionAttributeValues: { ':instead': instead } }),
      }),
    ),
  );
}

function updateOf(change: Change): { UpdateExpression: string; ExpressionAttributeNames: Record<string, string>; ExpressionAttributeValues: Record<string, unknown> } {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
  };
}

/** Writes what a step has done, if the submit is still `holder`'s; false where another has taken it over. */
export function changeSubmit(userId: string, submit: Pick<SubmitItem, 'key' | 'id' | 'holder'>, change: Change): Promise<boolean> {
  const update = updateOf(change);
  return unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: keyOf(userId, submit.key),
        ...update,
        ConditionExpression: 'id = :heldId AND holder = :heldBy',
        ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':heldId': submit.id, ':heldBy': submit.holder },
      }),
    ),
  );
}

/** Makes the customer the user's shop and tells the submit, in one transaction: neither is ever there without the other. */
export function recordCustomer(userId: string, submit: Pick<SubmitItem, 'key' | 'id'>, shop: ShopItem): Promise<boolean> {
  return unlessRefused(
    documents.send(
      new TransactWriteCommand({
        TransactItems: [
          ...ownershipWrites(userId, shop),
          {
            Update: {
              TableName: usersTable(),
              Key: keyOf(userId, submit.key),
              UpdateExpression: 'SET customerId = :customerId',
              ConditionExpression: 'id = :id AND #state = :working AND (attribute_not_exists(customerId) OR customerId = :customerId)',
              ExpressionAttributeNames: { '#state': 'state' },
              ExpressionAttributeValues: { ':id': submit.id, ':customerId': shop.customerId, ':working': 'working' },
            },
          },
        ],
      }),
    ),
  );
}
