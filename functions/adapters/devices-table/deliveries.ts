import { DeleteCommand, UpdateCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { unlessRefused } from '../users-table/condition';
import { devicesTable, documents } from './client';
import { deliveriesKey, deliverySort } from './keys';

/** The two ways in which a request reaches the staff. */
export type DeliveryStep = 'record' | 'notice';

/** A request that has still to reach the staff, and how far that is. Times are unix seconds. */
export interface DeliveryItem {
  requestId: string;
  serialNumber: string;
  requestedAt: number;
  /** Who is at it, or was last. */
  claim: string;
  /** Nobody else tries before that: the end of a claim, or of a pause after a failure. */
  nextTryAt: number;
  /** How often it was begun. */
  tries: number;
  /** How often a step was refused for good, which trying again does not change by itself. */
  refusals: number;
  /** When it was set aside after too many refusals. */
  parkedAt?: number;
  /** When each step was done. */
  recordedAt?: number;
  noticedAt?: number;
}

type Named = Pick<DeliveryItem, 'requestId' | 'requestedAt'>;

const doneAt = { record: 'recordedAt', notice: 'noticedAt' } as const satisfies Record<
  DeliveryStep,
  keyof DeliveryItem
>;
const keyOf = ({ requestedAt, requestId }: Named) => ({ pk: deliveriesKey, sk: deliverySort(requestedAt, requestId) });

/** The delivery of a request that was just accepted, in the hands of whoever accepted it. */
export const newDelivery = (
  { requestId, serialNumber, requestedAt }: Named & Pick<DeliveryItem, 'serialNumber'>,
  held: Pick<DeliveryItem, 'claim' | 'nextTryAt'>,
): DeliveryItem => ({
  requestId,
  serialNumber,
  requestedAt,
  ...held,
  tries: 1,
  refusals: 0,
});

/** The steps that are left, the record first. */
export const stepsLeft = (delivery: Pick<DeliveryItem, 'recordedAt' | 'noticedAt'>): DeliveryStep[] =>
  (['record', 'notice'] as const).filter((step) => delivery[doneAt[step]] === undefined);

/** What may be tried at a time, the longest waiting first, `limit` at most. */
export async function listDueDeliveries(now: number, limit: number): Promise<DeliveryItem[]> {
  const due: DeliveryItem[] = [];
  const pages = paginateQuery(
    { client: documents },
    {
      TableName: devicesTable(),
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: 'nextTryAt <= :now',
      ExpressionAttributeValues: { ':pk': deliveriesKey, ':now': now },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    due.push(...(Items as DeliveryItem[]));
    if (due.length >= limit) break;
  }
  return due.slice(0, limit);
}

/** Takes a delivery until a time; what stands there then, or undefined where another has it or it is done. */
export async function claimDelivery(
  named: Named,
  held: Pick<DeliveryItem, 'claim' | 'nextTryAt'>,
  now: number,
): Promise<DeliveryItem | undefined> {
  let claimed: DeliveryItem | undefined;
  await unlessRefused(
    documents
      .send(
        new UpdateCommand({
          TableName: devicesTable(),
          Key: keyOf(named),
          UpdateExpression: 'SET claim = :claim, nextTryAt = :until, tries = tries + :one',
          ConditionExpression: 'nextTryAt <= :now',
          ExpressionAttributeValues: { ':claim': held.claim, ':until': held.nextTryAt, ':one': 1, ':now': now },
          ReturnValues: 'ALL_NEW',
        }),
      )
      .then(({ Attributes }) => void (claimed = Attributes as DeliveryItem)),
  );
  return claimed;
}

/** Writes down that a step was done, whoever has the delivery now. */
export async function recordStep(named: Named, step: DeliveryStep, now: number): Promise<void> {
  await unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: devicesTable(),
        Key: keyOf(named),
        UpdateExpression: 'SET #doneAt = :now',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#doneAt': doneAt[step] },
        ExpressionAttributeValues: { ':now': now },
      }),
    ),
  );
}

/** Lets go of a delivery that failed, until its next try, unless another has taken it meanwhile. */
export async function postponeDelivery(
  named: Named & Pick<DeliveryItem, 'claim'>,
  change: Pick<DeliveryItem, 'nextTryAt' | 'refusals' | 'parkedAt'>,
): Promise<void> {
  await unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: devicesTable(),
        Key: keyOf(named),
        UpdateExpression: `SET nextTryAt = :nextTryAt, refusals = :refusals${change.parkedAt === undefined ? '' : ', parkedAt = :parkedAt'}`,
        ConditionExpression: 'claim = :claim',
        ExpressionAttributeValues: {
          ':claim': named.claim,
          ':nextTryAt': change.nextTryAt,
          ':refusals': change.refusals,
          ...(change.parkedAt !== undefined && { ':parkedAt': change.parkedAt }),
        },
      }),
    ),
  );
}

/** Forgets a delivery that is done. */
export async function deleteDelivery(named: Named): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: devicesTable(), Key: keyOf(named) }));
}
