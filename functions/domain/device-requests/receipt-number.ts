import { randomText } from '../../adapters/ids';

/** Without 0 O, 1 I L, U: what is read out on the telephone is not mistaken, and spells no words. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const dayInJapan = (seconds: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Tokyo' })
    .format(new Date(seconds * 1000))
    .replaceAll('-', '');

/**
 * A number by which people name a request: `R-20261121-7K3QX`, the day in Japan and one of 24 million by chance. It
 * opens nothing; what tells requests apart is their id.
 */
export const newReceiptNumber = (now: number): string => `R-${dayInJapan(now)}-${randomText(letters, 5)}`;
