import * as z from 'zod/mini';
import { adminGroup, callOverAfter } from '#shared/constants';
import { toJapanesePhone } from '#shared/model/phone';
import { clock } from '#functions/platform/clock';
import { readAccount, type Account } from '#functions/platform/cognito/accounts';
import { readUser, type ProfileItem } from '#functions/platform/users-table';
import { defineTask, finishIfCut } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { enqueueAccountNotice } from '#functions/mails/notices-table';
import { noteArrival } from '#functions/move-in/move-in-table';
import { endSessionsOf } from './end-sessions';
import { endEpoch, endEpochExcept } from './sessions-table';

/** What a user is told of a change of their credentials. */
const changeSchema = z.object({
  kind: z.enum(['password-changed', 'phone-changed', 'mfa-enabled', 'mfa-disabled']),
  /** The number before a change of it, in the form of the profile; empty for none. */
  formerNumber: z.optional(z.string()),
});
export type ToldChange = z.infer<typeof changeSchema>;

const endingSchema = z.object({
  userId: z.string(),
  /** When the change began, in unix seconds. */
  begunAt: z.number(),
  /** Absent if the change is told otherwise. */
  told: z.optional(changeSchema),
});

/** Ends the sessions of a user, because a change of their credentials was interrupted. */
const endInterrupted = defineTask('end-interrupted', endingSchema, ({ userId }) => userId);

/** Does a change in Cognito, with the end of a user's sessions and the notice, which come also if it is interrupted. */
export const endIfCut = <T>(userId: string, told: ToldChange | undefined, work: () => Promise<T>): Promise<T> =>
  finishIfCut(endInterrupted, { userId, begunAt: clock.seconds(), told }, work);

/** Tells a user of a change of their credentials that took place. */
export const tellOfChange = ({ kind }: ToldChange, profile: ProfileItem): Promise<void> =>
  enqueueAccountNotice(kind, profile, { administrator: profile.groups.includes(adminGroup) });

/** Whether an interrupted change took place. Cognito does not say so of a password: it counts as changed. */
function tookPlace({ kind, formerNumber }: ToldChange, { mfa, phoneNumber }: Account): boolean {
  if (kind === 'mfa-enabled') return mfa !== undefined;
  if (kind === 'mfa-disabled') return mfa === undefined;
  return kind === 'password-changed' || (toJapanesePhone(phoneNumber ?? '') ?? '') !== formerNumber;
}

/**
 * Ends the sessions that began until a minute after the change, and the credential epoch except for those that began
 * later: their credentials are the changed ones. An owner who was moved in has come: the change may have been their
 * first password. Then tells the user. Of an account that is gone nothing is left to end.
 */
async function endInterruptedSessions({ userId, begunAt, told }: z.infer<typeof endingSchema>): Promise<void> {
  const until = begunAt + callOverAfter;
  const { profile, sessions } = await readUser(userId, 'ownership');
  if (!profile && !(await readAccount(userId))) return;
  await noteArrival(userId);
  const epoch = profile?.epoch ?? 0;
  const later = sessions.filter((one) => one.createdAt > until && one.epoch === epoch);
  const hashes = later.map(({ secretHash }) => secretHash);
  if (!(await endEpochExcept(userId, epoch, hashes))) await endEpoch(userId);
  await endSessionsOf(userId, 'credentials', ({ createdAt }) => createdAt <= until);
  // Only now, so that sessions end also while Cognito is down.
  const account = told && (await readAccount(userId));
  if (profile && account && tookPlace(told, account)) await tellOfChange(told, profile);
}

export const interruptedWorkers = [
  defineWorker(endInterrupted, endInterruptedSessions, 'Sessions that began later go on in each new epoch.'),
];
