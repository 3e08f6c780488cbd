import { CallError } from '#shared/errors';
import { isRented, isReturned } from '#shared/model/device-request';
import type { MovementCause } from '#shared/model/movement';
import { clock } from '../../adapters/clock';
import {
  intentionWrite,
  putIntention,
  readShopMovements,
  reducingWrite,
  type IntentionItem,
} from '../../adapters/devices-table/movements';
import { writeAll } from '../../adapters/dynamodb/transaction';
import { newId } from '../../adapters/ids';
import { devicesOfSubscription } from '../shelf/devices-of-shop';
import { promisedReturns } from './promised-returns';

/** How long an announced change explains the next lower count, in seconds: Stripe makes it at once, or not at all. */
const explains = 60 * 60;

const texts = {
  notHeld: 'お手元にないデバイスが選ばれています。画面を再読み込みして、もう一度お選びください。',
  noTotal: 'デバイスを選ぶときは、変更後の台数も指定してください。',
  tooMany: (fewer: number) => `減らす台数（${fewer}台）より多くのデバイスが選ばれています。`,
  promised: (serials: readonly string[], fewer: number) =>
    `返却の手続き中のデバイス（${serials.join('、')}）も、減らす台数（${fewer}台）に数えます。` +
    'デバイスの選択を減らすか、台数をさらに減らしてください。すべての返却は、解約の手続きからお願いします。',
} as const;

/** How often a lowering is tried while others lower the same subscription. */
const mostTries = 5;

/** The serial numbers of the rented devices that a subscription's owner has. */
const heldSerials = async (customerId: string, subscriptionId: string): Promise<string[]> =>
  (await devicesOfSubscription(customerId, subscriptionId))
    .filter(({ device }) => isRented(device) && !isReturned(device))
    .map(({ device }) => device.serialNumber);

/** Keeps the reason of a change that the portal is about to make at Stripe. */
export const announce = (
  customerId: string,
  subscriptionId: string,
  { to, serialNumbers, cause }: { to: number; serialNumbers: readonly string[]; cause?: MovementCause },
): Promise<void> =>
  putIntention(customerId, {
    subscriptionId,
    to,
    serialNumbers,
    ...(cause && { cause }),
    expiresAt: clock.seconds() + explains,
  });

/** Announces that a subscription ends: every device that its owner has goes back. */
export const announceEnd = async (customerId: string, subscriptionId: string, cause?: MovementCause): Promise<void> =>
  announce(customerId, subscriptionId, {
    to: 0,
    serialNumbers: await heldSerials(customerId, subscriptionId),
    ...(cause && { cause }),
  });

/** A lower quantity of a subscription, and the devices that its owner names for it. */
interface Lowering {
  subscriptionId: string;
  from: number;
  to: number | undefined;
  serials: readonly string[];
}

/**
 * Announces the devices that go back with a lower quantity. Those of returns that lower the subscription are among
 * them, whether named or not, so that the subscription goes down by each device once (decision 080). Throws
 * INVALID_INPUT if the owner does not have a named device, or if with the returned ones more devices go back than the
 * quantity goes down. Returns undefined for a change that is no lowering or names nothing.
 */
export async function announceLowering(
  customerId: string,
  { subscriptionId, from, to, serials }: Lowering,
): Promise<IntentionItem | undefined> {
  if (serials.length === 0) return undefined;
  if (to === undefined) throw new CallError('INVALID_INPUT', { fields: { total: texts.noTotal } });
  for (let tries = 1; ; tries += 1) {
    const [held, known] = await Promise.all([heldSerials(customerId, subscriptionId), readShopMovements(customerId)]);
    const promised = promisedReturns(known.movements, subscriptionId).flatMap(({ serialNumbers }) => serialNumbers);
    if (!serials.every((serial) => held.includes(serial) || promised.includes(serial)))
      throw new CallError('INVALID_INPUT', { fields: { serials: texts.notHeld } });
    if (to >= from) return undefined;
    const others = [...new Set(serials)].filter((serial) => !promised.includes(serial));
    if (others.length > 0 && others.length + promised.length > from - to)
      throw new CallError('INVALID_INPUT', {
        fields: { serials: promised.length > 0 ? texts.promised(promised, from - to) : texts.tooMany(from - to) },
      });
    const now = clock.seconds();
    const intention = {
      subscriptionId,
      to,
      serialNumbers: others.length > 0 ? [...others, ...promised] : [...new Set(serials)],
      id: newId(),
      expiresAt: now + explains,
    };
    const turn = reducingWrite(customerId, subscriptionId, known, now);
    if (await writeAll([intentionWrite(customerId, intention), turn])) return intention;
    if (tries >= mostTries) throw new CallError('IDEMPOTENCY_KEY_IN_USE', { details: { retryAfter: 1 } });
    await clock.waitAbout(50 * tries);
  }
}
