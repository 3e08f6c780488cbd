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

/** All that a submit is to do, decided once when it is accepted, so that whoever completes it does the same. */
export interface SubmitPlan {
  /** There where a shop is opened; one that is there already is given a subscription alone. */
  customer?: NewCustomer;
  acceptance?: NonNullable<ShopItem['acceptance']>;
  /** `paymentMethodId` is there where the shop is: what it pays with. */
  subscription?: {
    items: { priceId: string; quantity: number }[];
    promotionCode?: { id: string; code: string };
    paymentMethodId?: string;
  };
}

/**
 * A submit that opens or subscribes a shop, with what its steps have done so far. Times in unix seconds, leases in
 * unix milliseconds.
 */
export interface SubmitItem {
  /** What it is known by: hash of the idempotency key. */
  key: string;
  /** Its own id, of which the idempotency keys for Stripe are made. */
  id: string;
  /** Hash of the call and its content. */
  fingerprint: string;
  createdAt: number;
  /** `undoing`: Stripe or the bank refused the subscription for good, so what was made for it is taken back. */
  state: 'working' | 'undoing' | 'refused' | 'done';
  plan: SubmitPlan;
  /** Who works on it, and until when nobody else may. */
  holder: string;
  leaseUntil: number;
  customerId?: string;
  subscriptionId?: string;
  clientSecret?: string;
  /** What became of the first payment, where a shop that is there was subscribed. */
  charge?: Charge;
  /** How often Stripe answered a write with a failure of its own; a key it has answered so is not used again. */
  spentKeys: number;
  refusal?: ErrorCode;
  /** The refusal's text, where it is worded for the case at hand. */
  refusalText?: string;
  endedAt?: number;
  /** Also the item's TTL. */
  expiresAt: number;
}

type Change = Partial<
  Pick<
    SubmitItem,
    | 'state'
    | 'holder'
    | 'leaseUntil'
    | 'customerId'
    | 'subscriptionId'
    | 'clientSecret'
    | 'charge'
    | 'spentKeys'
    | 'refusal'
    | 'refusalText'
    | 'endedAt'
  >
>;

const keyOf = (userId: string, key: string) => ({ pk: userKey(userId), sk: sortKeys.submit(key) });

export async function readSubmit(userId: string, key: string): Promise<SubmitItem | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: keyOf(userId, key), ConsistentRead: true }),
  );
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

/** Writes what a step has done, if the submit is still `holder`'s; false where another has taken it over. */
export function changeSubmit(
  userId: string,
  submit: Pick<SubmitItem, 'key' | 'id' | 'holder'>,
  change: Change,
): Promise<boolean> {
  const update = setFields(change);
  return unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: keyOf(userId, submit.key),
        ...update,
        ConditionExpression: 'id = :heldId AND holder = :heldBy',
        ExpressionAttributeValues: {
          ...update.ExpressionAttributeValues,
          ':heldId': submit.id,
          ':heldBy': submit.holder,
        },
      }),
    ),
  );
}

/** Every submit that is remembered of a user; more than DynamoDB's page of 1 MB there never are in seven days. */
export async function listSubmits(userId: string): Promise<SubmitItem[]> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': userKey(userId), ':sk': sortKeys.submit('') },
      ConsistentRead: true,
    }),
  );
  return Items as SubmitItem[];
}

/** Forgets a submit that nobody is to complete any more. Safe to repeat. */
export async function deleteSubmit(userId: string, key: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: keyOf(userId, key) }));
}

/**
 * Makes the customer the user's shop and tells the submit, in one transaction: neither is ever there without the
 * other. `taken` where the submit is not open for it, `no-user` where the account is gone or being deleted: nobody
 * would own the shop.
 */
export async function recordCustomer(
  userId: string,
  submit: Pick<SubmitItem, 'key' | 'id'>,
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
          Key: keyOf(userId, submit.key),
          UpdateExpression: 'SET customerId = :customerId',
          ConditionExpression:
            'id = :id AND #state = :working AND (attribute_not_exists(customerId) OR customerId = :customerId)',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':id': submit.id, ':customerId': shop.customerId, ':working': 'working' },
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
