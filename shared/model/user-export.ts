import * as z from 'zod/mini';

/** A user of the pool in a nightly copy. What Cognito shows to nobody is not in it: password, authenticator, codes. */
export const exportedUserSchema = z.object({
  /** The portal's own id of the user. */
  userId: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** The display name. */
  username: z.optional(z.string()),
  /** E.164. */
  phoneNumber: z.optional(z.string()),
  phoneVerified: z.boolean(),
  /** False for a user disabled by staff. */
  enabled: z.boolean(),
  /** Cognito's status: CONFIRMED, UNCONFIRMED, FORCE_CHANGE_PASSWORD… */
  status: z.string(),
});
export type ExportedUser = z.infer<typeof exportedUserSchema>;

/** A complete copy: what the object `complete.json` of its folder says. Times in unix seconds. */
export const userExportSchema = z.object({
  /** The night that it is of, and its folder: `2026-11-23`, a day in Japan. */
  night: z.string(),
  startedAt: z.number(),
  finishedAt: z.number(),
  users: z.number(),
  /** How many objects the users are in: `part-1.jsonl` and so on, a user a line. */
  parts: z.number(),
  /** The own ids of the members of each group. */
  groups: z.record(z.string(), z.array(z.string())),
});
export type UserExport = z.infer<typeof userExportSchema>;

/** The object that names the newest complete copy: the same as its `complete.json`. */
export const newestExport = 'newest.json';
export const completeKey = (night: string): string => `${night}/complete.json`;
export const partKey = (night: string, part: number): string => `${night}/part-${part}.jsonl`;
