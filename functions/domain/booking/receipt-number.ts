import { dayDigitsInJapan } from '#shared/model/japan-time';
import { randomText } from '../../adapters/ids';

/** Without 0 O, 1 I L and U, so that a number read out on the telephone is not misheard and spells no words. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A number that people use to name a request, such as `R-20261121-7K3QX`: the day in Japan and one of 24 million at
 * random. `now` in unix seconds. It grants no access; the request's id identifies it.
 */
export const newReceiptNumber = (now: number): string => `R-${dayDigitsInJapan(now)}-${randomText(letters, 5)}`;
