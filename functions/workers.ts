import type { Worker } from './platform/worker';
import { emailWorkers } from './domain/account/change-email';
import { deletionWorkers } from './domain/account/delete-account';
import { endingWorkers } from './domain/session/end-interrupted';
import { tokenWorkers } from './domain/session/end-tokens';
import { codeWorkers } from './domain/codes/codes';
import { impersonationWorkers } from './domain/impersonation/end-impersonation';
import { documentWorkers } from './domain/documents/make-export';
import { mirrorWorkers } from './domain/devices/sync';
import { noticeWorkers } from './domain/notices/send-notice';
import { returnWorkers } from './domain/device-requests/return-device';
import { staffWorkers } from './domain/movements/staff-workers';
import { reconcileWorkers } from './domain/reconcile/reconcile';
import { overdueWorkers } from './domain/overdue/end-overdue-subscriptions';
import { quantityWorkers } from './domain/quantities/continue-change';
import { stripeEventWorkers } from './domain/stripe-events/workers';

/** What the tasks' worker can do: every kind, each declared beside its subject. */
export const workers: readonly Worker[] = [
  ...documentWorkers,
  ...stripeEventWorkers,
  ...quantityWorkers,
  ...overdueWorkers,
  ...returnWorkers,
  ...staffWorkers,
  ...mirrorWorkers,
  ...reconcileWorkers,
  ...noticeWorkers,
  ...impersonationWorkers,
  ...codeWorkers,
  ...emailWorkers,
  ...deletionWorkers,
  ...tokenWorkers,
  ...endingWorkers,
];
