import { runTasks, type Worker } from './platform/worker';
import { emailWorkers } from '#functions/accounts/change-email';
import { deletionWorkers } from '#functions/accounts/delete-account';
import { interruptedWorkers } from '#functions/sessions/end-interrupted';
import { codeWorkers } from '#functions/accounts/codes';
import { documentWorkers } from '#functions/documents/make-export';
import { moneyBackWorkers } from '#functions/documents/money-back';
import { moveInWorkers } from '#functions/move-in/move-in';
import { mirrorWorkers } from '#functions/mirror/mirror-jobs';
import { noticeWorkers } from '#functions/mails/send-notice';
import { returnWorkers } from '#functions/requests/return-device';
import { digestWorkers } from '#functions/movements/daily-digest';
import { staffWorkers } from '#functions/movements/staff-workers';
import { takeOverWorkers } from '#functions/shops/take-over';
import { dunningWorkers } from '#functions/endings/dunning';
import { quantityWorkers } from '#functions/quantities/continue-change';
import { stripeEventWorkers } from '#functions/events/take-events';

/** What the tasks' worker can do: every kind, each declared beside its subject. */
export const workers: readonly Worker[] = [
  ...documentWorkers,
  ...moneyBackWorkers,
  ...stripeEventWorkers,
  ...quantityWorkers,
  ...dunningWorkers,
  ...returnWorkers,
  ...staffWorkers,
  ...digestWorkers,
  ...mirrorWorkers,
  ...takeOverWorkers,
  ...moveInWorkers,
  ...noticeWorkers,
  ...codeWorkers,
  ...emailWorkers,
  ...deletionWorkers,
  ...interruptedWorkers,
];

export const handler = runTasks(workers);
