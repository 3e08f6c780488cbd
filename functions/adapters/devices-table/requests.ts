import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand, UpdateCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { DeviceRequestKind } from '#shared/model/device-request';
import { clock } from '../clock';
import { unlessRefused } from '../users-table/condition';
import { devicesTable, documents } from './client';
import { newDelivery } from './deliveries';
import type { DeviceItem, LockItem, RequestState, RequestStateItem } from './items';
import { deliveriesKey, deliverySort, deviceKey, deviceSortKeys, pointerSort, receiptKey, shelfOf } from './keys';

/** What an owner asked for, with all that the staff need to act. Times are unix seconds. */
export interface RequestItem extends RequestStateItem {
  serialNumber: string;
  /** What people call it by. */
  receiptNumber: string;
  kind: DeviceRequestKind;
  requestedAt: number;
  userId: string;
  subscriptionId: string;
  customerId: string;
  /** Of a return. */
  reason?: string;
  /** Of an exchange or a repair. */
  issues?: string[];
  /** Empty where the owner wrote none. */
  notes: string;
  shop: { name: string; address: string; phone: string };
}

/** What of a request is about people. */
type Personal = Pick<RequestItem, 'userId' | 'notes' | 'shop'>;

/**
 * A request as it is kept: whole until it has reached the staff, who have it in their own records then; `expiresAt`
 * is the item's TTL.
 */
export type KeptRequest =
  | RequestItem
  | (Omit<RequestItem, keyof Personal> & Partial<Record<keyof Personal, undefined>> & { expiresAt: number });

export const isWhole = (request: KeptRequest): request is RequestItem => request.shop !== undefined;

/** Which request a submit became. */
export interface ReceiptItem {
  requestId: string;
  /** Hash of the call and its content. */
  fingerprint: string;
  serialNumber: string;
  requestedAt: number;
  /** Also the item's TTL. */
  expiresAt: number;
}

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/**
 * How often a transaction is tried that met another one at the same items, and the pause before the second try in
 * milliseconds.
 */
const tries = 4;
const pause = 40;

/**
 * `refused`: a condition did not hold. `contended`: other transactions were at the same items each time. Nothing is
 * written then.
 */
type Outcome = 'written' | 'refused' | 'contended';

async function writeTogether(items: TransactItems): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await documents.send(new TransactWriteCommand({ TransactItems: items }));
      return 'written';
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = new Set(error.CancellationReasons?.map(({ Code }) => Code));
      if (reasons.has('ConditionalCheckFailed')) return 'refused';
      if (!reasons.has('TransactionConflict')) throw error;
      if (attempt >= tries) return 'contended';
      await clock.wait(attempt * pause * (0.5 + Math.random() / 2));
    }
  }
}

const lockKeyOf = (serialNumber: string) => ({ pk: deviceKey(serialNumber), sk: deviceSortKeys.lock });
const requestKeyOf = ({
  serialNumber,
  requestedAt,
  requestId,
}: Pick<RequestItem, 'serialNumber' | 'requestedAt' | 'requestId'>) => ({
  pk: deviceKey(serialNumber),
  sk: deviceSortKeys.request(requestedAt, requestId),
});

async function read<T>(key: { pk: string; sk: string }): Promise<T | undefined> {
  const { Item } = await documents.send(new GetCommand({ TableName: devicesTable(), Key: key, ConsistentRead: true }));
  return Item as T | undefined;
}

export const readReceipt = (userId: string, key: string): Promise<ReceiptItem | undefined> =>
  read({ pk: receiptKey(userId, key), sk: pointerSort });
export const readRequest = (
  named: Pick<RequestItem, 'serialNumber' | 'requestedAt' | 'requestId'>,
): Promise<KeptRequest | undefined> => read(requestKeyOf(named));

export interface Acceptance {
  /** As it was when the request was decided on: a mirrored change in between refuses the acceptance. */
  device: Pick<DeviceItem, 'recordId' | 'revision'>;
  request: RequestItem;
  /** Unix seconds. */
  lockUntil: number;
  /** The id of the request whose lock on the device does not bind this owner; undefined where there is none. */
  insteadOfLock: string | undefined;
  /** The key of the submit, and the receipt to keep under it in the place of the one with the id `instead`. */
  receipt: { key: string; fingerprint: string; expiresAt: number; instead: string | undefined };
  /** Who delivers it at once, and until when (unix seconds) nobody else does. */
  delivery: { claim: string; nextTryAt: number };
}

/**
 * Accepts a request, in one transaction: the request, the lock of its device, what delivers it, and the receipt for a
 * retry. False where the device was locked or changed, or the same submit accepted, meanwhile; then nothing is
 * written.
 */
export async function acceptRequest({
  device,
  request,
  lockUntil,
  insteadOfLock,
  receipt,
  delivery,
}: Acceptance): Promise<boolean> {
  const TableName = devicesTable();
  const { requestId, receiptNumber, serialNumber, kind, requestedAt, state, subscriptionId } = request;
  const lock: LockItem = {
    serialNumber,
    kind,
    lockUntil,
    requestId,
    receiptNumber,
    requestedAt,
    state,
    subscriptionId,
    askedUnder: subscriptionId,
  };
  const kept: ReceiptItem = {
    requestId,
    fingerprint: receipt.fingerprint,
    serialNumber,
    requestedAt,
    expiresAt: receipt.expiresAt,
  };
  const outcome = await writeTogether([
    {
      ConditionCheck: {
        TableName,
        Key: { pk: deviceKey(serialNumber), sk: deviceSortKeys.record },
        ConditionExpression: 'recordId = :recordId AND revision = :revision AND subscriptionId = :subscriptionId',
        ExpressionAttributeValues: {
          ':recordId': device.recordId,
          ':revision': device.revision,
          ':subscriptionId': subscriptionId,
        },
      },
    },
    {
      Put: {
        TableName,
        Item: { ...lockKeyOf(serialNumber), shelf: shelfOf(serialNumber, 'LOCK'), ...lock },
        ConditionExpression: `attribute_not_exists(pk) OR lockUntil <= :now${insteadOfLock === undefined ? '' : ' OR requestId = :instead'}`,
        ExpressionAttributeValues: {
          ':now': requestedAt,
          ...(insteadOfLock !== undefined && { ':instead': insteadOfLock }),
        },
      },
    },
    {
      Put: {
        TableName,
        Item: { ...requestKeyOf(request), ...request },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Put: {
        TableName,
        Item: { pk: deliveriesKey, sk: deliverySort(requestedAt, requestId), ...newDelivery(request, delivery) },
      },
    },
    {
      Put: {
        TableName,
        Item: { pk: receiptKey(request.userId, receipt.key), sk: pointerSort, ...kept },
        ...(receipt.instead === undefined
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'requestId = :instead',
              ExpressionAttributeValues: { ':instead': receipt.instead },
            }),
      },
    },
  ]);
  return outcome === 'written';
}

/** Where a request goes, and from which states. */
export interface Move {
  state: RequestState;
  from: readonly RequestState[];
  /** Unix seconds; ends the lock if it is this request's. */
  unlockAt?: number;
}

/**
 * Moves a request on, and with it its device's lock where that is still this request's. False where the request is
 * not in one of the states `from`, or is not there. Throws where other transactions are at it all the time.
 */
export async function moveRequest(
  named: Pick<RequestItem, 'serialNumber' | 'requestedAt' | 'requestId'>,
  move: Move,
): Promise<boolean> {
  const TableName = devicesTable();
  const states = Object.fromEntries(move.from.map((state, index) => [`:from${index}`, state]));
  const update = (sets: string[], values: Record<string, unknown>) => ({
    TableName,
    UpdateExpression: `SET ${['#state = :state', ...sets].join(', ')}`,
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': move.state, ...values },
  });
  const request = {
    ...update([], states),
    Key: requestKeyOf(named),
    ConditionExpression: `#state IN (${Object.keys(states).join(', ')})`,
  };
  const lock = {
    ...update(move.unlockAt === undefined ? [] : ['lockUntil = :unlockAt'], {
      ':requestId': named.requestId,
      ...(move.unlockAt !== undefined && { ':unlockAt': move.unlockAt }),
    }),
    Key: lockKeyOf(named.serialNumber),
    ConditionExpression: 'requestId = :requestId',
  };
  const both = await writeTogether([{ Update: request }, { Update: lock }]);
  const standing = both === 'refused' ? await read<LockItem>(lockKeyOf(named.serialNumber)) : undefined;
  const outcome =
    both === 'refused' && standing?.requestId !== named.requestId ? await writeTogether([{ Update: request }]) : both;
  if (outcome === 'contended')
    throw new Error(`The request ${named.requestId} could not be moved on: others are at it`);
  return outcome === 'written';
}

/**
 * Strikes out of a request that has reached the staff what is about people, and lets the rest go at `expiresAt` (unix
 * seconds). Safe to repeat.
 */
export async function settleRequest(
  named: Pick<RequestItem, 'serialNumber' | 'requestedAt' | 'requestId'>,
  expiresAt: number,
): Promise<void> {
  await unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: devicesTable(),
        Key: requestKeyOf(named),
        UpdateExpression: 'SET expiresAt = :expiresAt REMOVE userId, notes, shop',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':expiresAt': expiresAt },
      }),
    ),
  );
}
