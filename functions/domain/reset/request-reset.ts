import type { Origin } from '../caller';
import { requestCode } from '../codes/request-code';
import { sendReset } from '../codes/send-code';
import { accountOf } from '../throttle/attempts';
import { countMail } from '../throttle/sendings';

/** Has a link for a new password mailed; response, effort and time are the same for every address. */
export async function requestReset(email: string, from: Origin): Promise<void> {
  await countMail(accountOf(email), from.address);
  await requestCode({ kind: 'reset', email }, () => sendReset(email));
}
