import type { Session } from '#shared/model/security';
import type { Caller } from '../caller';
import { describeDevice } from './describe-device';

/** The caller's live sessions, newest first; the caller already has them, so nothing is read. */
export const listSessions = ({ sessions, session: own }: Pick<Caller, 'sessions' | 'session'>): Session[] =>
  sessions
    .toSorted((left, right) => right.createdAt - left.createdAt)
    .map(({ secretHash, userAgent, address, createdAt, lastSeenAt = createdAt, expiresAt, impersonation }) => ({
      id: secretHash,
      device: describeDevice(userAgent),
      address,
      createdAt,
      lastSeenAt,
      expiresAt,
      current: secretHash === own.secretHash,
      impersonation: impersonation !== undefined,
    }));
