import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { ErrorCode } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import type { NewCustomer } from '../stripe/customers';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import type { ShopItem } from './items';
import { sortKeys, userKey } from './keys';
import { setFields } from './set-fields';
import { ownershipWrites } from './shops';

/** What is to be made, decided once when the request is accepted, so that whoever completes it makes the same. */
export interface OpeningPlan {
  /** The shop's customer; left out if the shop exists and gets a subscription only. */
  customer?: NewCustomer;
  acceptance?: NonNullable<ShopItem['acceptance']>;
  /** `paymentMethodId` pays the subscription of a shop that exists. */
  subscription?: {
    items: { priceId: string; quantity: number }[];
    promotionCode?: { id: string; code: string };
    paymentMethodId?: string;
  };
}

/** The idempotency record of a request that opens a shop or gives it a subscription, with what was made so far. */
export interface OpeningItem {
  /** Hash of the idempotency key. */
  key: string;
  /** Its own id, part of its idempotency keys at Stripe. */
  id: string;
  /** Hash of the call and its content. */
  fingerprint: string;
  /** Unix seconds. */
  createdAt: number;
  /** `undoing`: Stripe or the bank refused the subscription for good, so what was made for it is being removed. */
  state: 'working' | 'undoing' | 'refused' | 'done';
  plan: OpeningPlan;
  /** Who works on it, and until when (unix milliseconds) nobody else may. */
  lease: { holder: string; until: number };
  customerId?: string;
  subscriptionId?: string;
  clientSecret?: string;
  /** What became of the first payment, if the shop existed before. */
  charge?: Charge;
  /** How often Stripe answered a write with a failure of its own. */
  spentKeys: number;
  refusal?: { code: ErrorCode; text?: string };
  /** Unix milliseconds. */
  endedAt?: number;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

type Change = Partial<
  Pick<
    OpeningItem,
    | 'state'
    | 'lease'
    | 'customerId'
    | 'subscriptionId'
    | 'clientSecret'
    | 'charge'
    | 'spentKeys'
    | 'refusal'
    | 'endedAt'
  >
>;

const keyOf = (userId: string, key: string) => ({ pk: userKey(userId), sk: sortKeys.opening(key) });

export async function readOpening(userId: string, key: string): Promise<OpeningItem | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: keyOf(userId, key), ConsistentRead: true }),
  );
  return Item as OpeningItem | undefined;
}

/** Puts a new record, or one in the place of the record with the id `instead`; false if another request was quicker. */
export function beginOpening(userId: string, opening: OpeningItem, instead: string | undefined): Promise<boolean> {
  return unlessRefused(
    documents.send(
      new PutCommand({
        TableName: usersTable(),
        Item: { ...keyOf(userId, opening.key), ...opening },
        ...(instead === undefined
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : { ConditionExpression: 'id = :instead', ExpressionAttributeValues: { ':instead': instead } }),
      }),
    ),
  );
}

/** Writes what a step has done; false if another holder has taken the record over. */
export function changeOpening(
  userId: string,
  opening: Pick<OpeningItem, 'key' | 'id' | 'lease'>,
  change: Change,
): Promise<boolean> {
  const update = setFields(change);
  return unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: keyOf(userId, opening.key),
        ...update,
        ConditionExpression: 'id = :heldId AND #lease.holder = :heldBy',
        ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#lease': 'lease' },
        ExpressionAttributeValues: {
          ...update.ExpressionAttributeValues,
          ':heldId': opening.id,
          ':heldBy': opening.lease.holder,
        },
      }),
    ),
  );
}

/** Every record kept of a user: those of seven days always fit in DynamoDB's page of 1 MB. */
export async function listOpenings(userId: string): Promise<OpeningItem[]> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': userKey(userId), ':sk': sortKeys.opening('') },
      ConsistentRead: true,
    }),
  );
  return Items as OpeningItem[];
}

/** Deletes a record that is not to be completed any more. Safe to repeat. */
export async function deleteOpening(userId: string, key: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: keyOf(userId, key) }));
}

/**
 * Makes the customer the user's shop and tells the opening, in one transaction: neither is ever there without the
 * other. `taken` where the opening is not open for it, `no-user` where the account is gone or being deleted: nobody
 * would own the shop.
 */
export async function recordCustomer(
  userId: string,
  opening: Pick<OpeningItem, 'key' | 'id'>,
  shop: ShopItem,
): Promise<'recorded' | 'taken' | 'no-user'> {
  const write = new TransactWriteCommand({
    TransactItems: [
      {
        ConditionCheck: {
          TableName: usersTable(),
          Key: { pk: userKey(userId), sk: sortKeys.profile },
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletingSince)',
        },
      },
      ...ownershipWrites(userId, shop),
      {
        Update: {
          TableName: usersTable(),
          Key: keyOf(userId, opening.key),
          UpdateExpression: 'SET customerId = :customerId',
          ConditionExpression:
            'id = :id AND #state = :working AND (attribute_not_exists(customerId) OR customerId = :customerId)',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':id': opening.id, ':customerId': shop.customerId, ':working': 'working' },
        },
      },
    ],
  });
  try {
    await documents.send(write);
    return 'recorded';
  } catch (error) {
    const failed =
      error instanceof TransactionCanceledException
        ? (error.CancellationReasons ?? []).map((reason) => reason.Code === 'ConditionalCheckFailed')
        : [];
    if (!failed.includes(true)) throw error;
    return failed[0] ? 'no-user' : 'taken';
  }
}
