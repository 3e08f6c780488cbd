import * as digest from '#functions/movements/daily-digest';
import * as events from '#functions/events/read-missed-events';
import * as late from '#functions/endings/dunning';
import * as users from '#functions/accounts/check-users';
import { runMirror } from '#functions/mirror/mirror-jobs';
import { defineJob } from '#functions/platform/define-job';
import * as tasks from './platform/tasks';

/*
 * What schedules start (infra/functions/jobs.ts says when): each export is the function of its name. What an event or a
 * call causes is a task instead.
 */

export const readMissedEvents = defineJob('read-missed-events', events.readMissedEvents, { reserveMs: 30_000 });

/** Has owners warned of late payments, and the subscriptions ended that stayed unpaid, in a task each. */
export const endOverdueSubscriptions = defineJob('end-overdue-subscriptions', late.endOverdueSubscriptions);

/**
 * Has every shop looked at once a day, and read from Stripe with its documents each third day; the staff are told
 * of devices held and not billed or the reverse, and of trials that end without a card.
 */
export const dailyDigest = defineJob('daily-digest', (_until, event) => digest.beginDigest(event));

/** Mirrors changed devices, and reads the stage of requests from the staff's records. */
export const mirrorDevices = defineJob('mirror-devices', (until) => runMirror('devices', until), { reserveMs: 45_000 });

export const mirrorRepairs = defineJob('mirror-repairs', (until) => runMirror('repairs', until), { reserveMs: 45_000 });

/** Ends the sessions of disabled users, and deletes those who did not confirm their registration. */
export const checkUsers = defineJob('check-users', users.checkUsers, {
  reserveMs: 30_000,
  failure: ({ failed }) => (failed > 0 ? `${failed} users could not be dealt with` : undefined),
});

export const sweepTasks = defineJob('sweep-tasks', tasks.sweepTasks, {
  failure: ({ failed }) => (failed > 0 ? `${failed} tasks could not be sent` : undefined),
});
