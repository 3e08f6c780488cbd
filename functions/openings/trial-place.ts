import { createHmac } from 'node:crypto';
import type { ShopRecord } from '#shared/model/customer';
import { tellStaffLater } from '#functions/mails/notices-table';
import { clock } from '#functions/platform/clock';
import type { Write } from '#functions/platform/dynamodb/transaction';
import { stripeKeys } from '#functions/platform/stripe/client';
import { readTrialPlace, trialPlaceWrite } from '#functions/shops/shops-table';

/** How long the place of a trial is remembered, in seconds: it outlives shop and account. */
const remembered = 365 * 24 * 60 * 60;

/** One form of an address: neither width, letter case, spaces nor kinds of dashes make another one. */
const plain = (place: readonly (string | null)[]): string =>
  place
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}ー−]/gu, '');

/**
 * The writes that remember where a trial's devices go, and tell the staff if another shop had a trial there: for the
 * booking of its first devices, so that the staff know before they ship. None if the subscription has no trial. They
 * fail if another shop's trial of the place was booked since.
 */
export async function trialPlaceWrites(
  { customer: { id: customerId, shipping }, subscriptions }: ShopRecord,
  { subscriptionId, from }: { subscriptionId: string; from: number },
): Promise<Write[]> {
  const isTrial = subscriptions.some(({ id, status }) => id === subscriptionId && status === 'trialing');
  if (!isTrial || !shipping || from > 0) return [];
  const { postal_code: code, state, city, line1, line2 } = shipping.address;
  // The table has no address. The key is Stripe's own: after its renewal a place is new once.
  const { secretKey } = await stripeKeys();
  const place = createHmac('sha256', secretKey)
    .update(plain([code, state, city, line1, line2]))
    .digest('base64url');
  const now = clock.seconds();
  const earlier = await readTrialPlace(place);
  if (earlier?.customerId === customerId) return [];
  const text = ['1年以内に無料トライアルがあった届け先に、別の無料トライアルが始まりました。'];
  text.push(`顧客ID: ${customerId}`, `以前の顧客ID: ${earlier?.customerId}`);
  const message = { subject: 'Second trial of a place', text: text.join('\n'), attributes: { kind: 'second-trial' } };
  return [
    trialPlaceWrite(place, { customerId, expiresAt: now + remembered }, earlier),
    ...(earlier && earlier.expiresAt > now ? [tellStaffLater.write(message, { id: `place-${customerId}` })] : []),
  ];
}
