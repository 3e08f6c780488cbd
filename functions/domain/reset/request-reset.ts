import type { Origin } from '../caller';
import { requestCode } from '../codes/request-code';
import { sendReset } from '../codes/send-code';
import { knownBrowser } from '../session/known-browsers';
import { accountOf } from '../throttle/attempts';
import { countReset } from '../throttle/messages';

/** Has a link for a new password mailed; response, effort and time are the same for every address. */
export async function requestReset(email: string, from: Origin, browserCookie: string | undefined): Promise<void> {
  await countReset(accountOf(email), from.address, await knownBrowser(browserCookie, email));
  await requestCode({ kind: 'reset', email }, () => sendReset(email));
}
