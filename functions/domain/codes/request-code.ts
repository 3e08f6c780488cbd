import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { enqueueCodeRequest, removeCodeRequest, type CodeRequest } from '../../adapters/users-table/code-requests';
import { logger } from '../../runtime/logger';
import { accountOf } from '../limits/attempts';
import { inSteadyTime } from './steady-time';

/** How long a code is worth sending after it was asked for, in seconds. */
const worthSending = 60 * 60;

/**
 * Has a code sent within a fixed time. `send` asks Cognito, whose effort differs by address: so the caller waits the
 * same time in any case, and is told nothing of the outcome. A request that is not done by then, or fails, stays in the
 * outbox for the schedule (decisions/registration).
 */
export async function requestCode(
  request: Pick<CodeRequest, 'kind' | 'email' | 'username'>,
  send: () => Promise<void>,
): Promise<void> {
  const id = newId();
  const now = clock.seconds();
  await enqueueCodeRequest({ ...request, id, requestedAt: now, expiresAt: now + worthSending });
  await inSteadyTime(async () => {
    try {
      await send();
      await removeCodeRequest(id);
    } catch (error) {
      const { kind, email } = request;
      logger.error('a code is not sent yet', { kind, account: accountOf(email), error: error as Error });
    }
  });
  logger.info('code requested', { kind: request.kind, account: accountOf(request.email) });
}
