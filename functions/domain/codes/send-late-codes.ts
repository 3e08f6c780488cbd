import { callTimeout } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { listCodeRequests, removeCodeRequest } from '../../adapters/users-table/code-requests';
import { accountOf } from '../limits/attempts';
import { sendLateCode } from './send-code';
import { logFailure } from '../log-failure';

export interface LateCodes {
  sent: number;
  failed: number;
}

/**
 * Sends the codes whose calls have ended before Cognito had taken them, oldest first. A failed one stays for a later
 * run until it expires. A run that dies between sending and removing sends again: the newest code counts. `until` in
 * unix milliseconds.
 */
export async function sendLateCodes(until: number): Promise<LateCodes> {
  const result: LateCodes = { sent: 0, failed: 0 };
  const now = clock.seconds();
  for (const request of await listCodeRequests(now - callTimeout, now)) {
    if (clock.now() >= until) break;
    try {
      await sendLateCode(request);
      await removeCodeRequest(request.id);
      result.sent += 1;
    } catch (error) {
      result.failed += 1;
      const { kind, email } = request;
      logFailure('a code is not sent yet', { kind, account: accountOf(email) }, error);
    }
  }
  return result;
}
