import { CallError } from '#shared/errors';
import { isRented, isReturned } from '#shared/model/device-request';
import type { MovementCause } from '#shared/model/movement';
import type { QuantityChange } from '#shared/model/quantities';
import { clock } from '../../adapters/clock';
import { putIntention } from '../../adapters/devices-table/movements';
import { devicesOfSubscription } from '../shelf/devices-of-shop';

/** How long an announced change explains the next lower count, in seconds: Stripe makes it at once, or not at all. */
const explains = 60 * 60;

const texts = {
  notHeld: 'お手元にないデバイスが選ばれています。画面を再読み込みして、もう一度お選びください。',
  noTotal: 'デバイスを選ぶときは、変更後の台数も指定してください。',
} as const;

/** The serial numbers of the rented devices that a subscription's owner has. */
const heldSerials = async (customerId: string, subscriptionId: string): Promise<string[]> =>
  (await devicesOfSubscription(customerId, subscriptionId))
    .filter(({ device }) => isRented(device) && !isReturned(device))
    .map(({ device }) => device.serialNumber);

/** Keeps what a change of the portal's own says about itself, before Stripe is asked for it. */
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

/** Announces the devices that a lower quantity names; throws INVALID_INPUT if their owner does not have them. */
export async function announceNamed(
  customerId: string,
  subscriptionId: string,
  { serials, total }: Pick<QuantityChange, 'serials' | 'total'>,
): Promise<void> {
  if (serials === undefined || serials.length === 0) return;
  if (total === undefined) throw new CallError('INVALID_INPUT', { fields: { total: texts.noTotal } });
  const held = new Set(await heldSerials(customerId, subscriptionId));
  const named = [...new Set(serials)];
  if (!named.every((serial) => held.has(serial)))
    throw new CallError('INVALID_INPUT', { fields: { serials: texts.notHeld } });
  await announce(customerId, subscriptionId, { to: total, serialNumbers: named });
}
