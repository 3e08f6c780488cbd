import * as z from 'zod/mini';

/*
 * Moving in: customers that a business has at Stripe already become the shops of users (docs/moving-in.md). The tool
 * (infra/cli/move-in.ts) writes these items and tasks into the users table, the tasks' worker carries them out.
 */

/** Partition of the owners who were moved in, in the users table; sort key: the user's id. */
export const moveInKey = 'MOVE-IN';

/** An owner who was moved in. Times are unix seconds. */
export interface MovedOwner {
  userId: string;
  /** At Stripe when they were linked; then that of the last invitation. */
  email: string;
  customerIds: string[];
  linkedAt: number;
  /** When each invitation was enqueued. */
  invitedAt: number[];
  /** When they set a password of their own, or were found to have one. */
  cameAt?: number;
  /** The move is being taken back: nobody can come any more. */
  undoneAt?: number;
}

/** How often an owner who does not come is invited, and after how many days again. */
export const mostInvitations = 3;
export const invitedAgainAfterDays = 7;
/** The id of the task of an owner's first, second or third invitation. */
export const invitationId = (userId: string, nth: number): string => `${userId}#${nth}`;
export const invitationDays = 14;

/** An address at Stripe as the portal compares addresses: half width, small letters. */
export const plainEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** The bodies of the tasks. `take-over` is functions/shops/take-over.ts, the others functions/move-in. */
export const takeOverSchema = z.object({
  userId: z.string(),
  email: z.string(),
  /** Exactly these customers, if their address is still this one; absent: those whose invoices go to the address. */
  customerIds: z.optional(z.array(z.string())),
});
export const movedUserSchema = z.object({ userId: z.string() });
