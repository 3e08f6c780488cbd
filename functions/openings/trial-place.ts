import { createHmac } from 'node:crypto';
import { clock } from '#functions/platform/clock';
import { getItem, putItem } from '#functions/platform/dynamodb/items';
import { logFailure } from '#functions/platform/logger';
import { stripeKeys } from '#functions/platform/stripe/client';
import { onlyItem, placeKey, usersTable } from '#functions/platform/users-table';
import { tellStaffLater } from '#functions/mails/notices-table';

/** Where a trial's devices go: postal code, prefecture and lines, in this order. */
type Place = readonly (string | null | undefined)[];

/** How long a place is remembered, in seconds: it outlives shop and account. */
const remembered = 365 * 24 * 60 * 60;

/** One form of an address: neither width, letter case, spaces nor kinds of dashes make another one. */
const plain = (place: Place): string =>
  place
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}ー−]/gu, '');

async function tellIfSecond(customerId: string, place: Place): Promise<void> {
  // The table has no address. The key is Stripe's own: after its renewal a place is new once.
  const { secretKey } = await stripeKeys();
  const key = { pk: placeKey(createHmac('sha256', secretKey).update(plain(place)).digest('base64url')), sk: onlyItem };
  const now = clock.seconds();
  const earlier = await getItem<{ customerId: string; expiresAt: number }>(usersTable(), key);
  if (earlier?.customerId === customerId) return;
  if (earlier && earlier.expiresAt > now) {
    const text = ['1年以内に無料トライアルがあった届け先に、別の無料トライアルが始まりました。'];
    text.push(`顧客ID: ${customerId}`, `以前の顧客ID: ${earlier.customerId}`);
    const message = { subject: 'Second trial of a place', text: text.join('\n'), attributes: { kind: 'second-trial' } };
    await tellStaffLater.enqueue(message, { id: `place-${customerId}` });
  }
  await putItem(usersTable(), key, { customerId, expiresAt: now + remembered });
}

/** Tells the staff, before they ship, of a trial at a place that had one. It never fails the order. Safe to repeat. */
export const noteTrialPlace = (customerId: string, place: Place): Promise<void> =>
  tellIfSecond(customerId, place).catch((error: unknown) =>
    logFailure('the place of a trial is not noted', { customerId }, error),
  );
