import * as z from 'zod/mini';
import { clock } from '#functions/platform/clock';
import { closeImpersonation } from '#functions/impersonation/impersonations-table';
import { addAuditRecord, type ImpersonationEnd } from '#functions/platform/audit-record';
import type { SessionItem } from '#functions/platform/users-table';
import { deleteSession, listSessions } from './sessions-table';
import { defineTask, withdrawTask } from '#functions/platform/tasks';
import type { Viewer } from '#functions/http/caller';
import { parseSessionCookie } from './open-session';
import { logger } from '#functions/platform/logger';

/** An ended impersonation: of whom, by whom, its id in the audit records. */
interface EndedImpersonation {
  userId: string;
  by: string;
  id: string;
}

/** When (unix seconds), how, and from where if a request ended it. */
export interface End {
  endedAt: number;
  ending: ImpersonationEnd;
  from?: Viewer | undefined;
}

const openSchema = z.object({
  id: z.string(),
  userId: z.string(),
  /** Of its session. */
  secretHash: z.string(),
  /** The administrator, and the credential epoch of theirs that it rests on. */
  by: z.string(),
  epoch: z.number(),
  /** When its session expires, in unix seconds. */
  endsAt: z.number(),
});
export type OpenImpersonation = z.infer<typeof openSchema>;

/** Looks at an impersonation whose end is not recorded, as it goes on and expires (impersonation/impersonations.ts). */
export const endImpersonation = defineTask('end-impersonation', openSchema);
/** When a running impersonation is looked at again, in unix seconds. */
export const nextLookAt = (endsAt: number): number => Math.min(endsAt, clock.seconds() + 5 * 60);

/** Adds the end to the audit record; nothing is left to do then. Safe to repeat. */
export async function auditImpersonationEnd({ userId, by, id }: EndedImpersonation, end: End): Promise<void> {
  const { endedAt, ending, from = { address: '-', userAgent: '-' } } = end;
  const record = { event: 'impersonation-ended', userId, by, session: id, ending, ...from } as const;
  await addAuditRecord(record, endedAt * 1000, id);
  await withdrawTask(endImpersonation, id);
}

/** Records the end of an impersonation for its user and in the audit record; of several the first counts. */
export async function recordImpersonationEnd(ended: EndedImpersonation, end: End): Promise<void> {
  const { endedAt, ending } = end;
  if (await closeImpersonation(ended.userId, ended.id, { endedAt, ending })) await auditImpersonationEnd(ended, end);
}

/** Ends a session, as every end does, and returns it; an impersonation's end is recorded, if late by its task. */
export async function endSession(
  userId: string,
  secretHash: string,
  ending: ImpersonationEnd,
  from?: Viewer,
): Promise<SessionItem | undefined> {
  const ended = await deleteSession(userId, secretHash);
  if (!ended?.impersonation) return ended;
  const { impersonation, expiresAt } = ended;
  const end =
    expiresAt <= clock.seconds()
      ? ({ endedAt: expiresAt, ending: 'expiry' } as const)
      : { endedAt: clock.seconds(), ending, from };
  await recordImpersonationEnd({ userId, ...impersonation }, end).catch((error: unknown) => {
    const { id } = impersonation;
    logger.error('the end of an impersonation is not recorded yet', {
      userId,
      impersonation: id,
      error,
    });
  });
  return ended;
}

/** Ends the sessions of a user, impersonations included: all, or those that are `meant`. Returns how many. */
export async function endSessionsOf(
  userId: string,
  ending: ImpersonationEnd,
  meant: (session: SessionItem) => boolean = () => true,
): Promise<number> {
  const sessions = (await listSessions(userId)).filter(meant);
  await Promise.all(sessions.map((session) => endSession(userId, session.secretHash, ending)));
  if (sessions.length > 0) logger.info('sessions ended', { userId, sessions: sessions.length });
  return sessions.length;
}

/** Ends the session of a cookie. */
export async function endSessionOfCookie(
  cookie: string | undefined,
  ending: ImpersonationEnd,
  from: Viewer,
): Promise<void> {
  const named = parseSessionCookie(cookie);
  const ended = named && (await endSession(named.userId, named.secret.hash, ending, from));
  if (ended) logger.info('session ended', { userId: named.userId });
}
