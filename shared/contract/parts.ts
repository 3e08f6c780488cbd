import * as z from 'zod/mini';
import type { ErrorCode } from '../errors';
import { deviceRequestSchema } from '../model/device';

/** An id of Stripe or of the portal, in a path or a body. */
export const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** The response of a call that only reports success, with a Japanese text for people. */
export const messageSchema = z.object({ message: z.string() });

/** A change that anybody may ask for: its response says no more than that, and no reading call of the page shows it. */
export const open = { access: 'public', changes: [], response: messageSchema } as const;

/** A call about one of the caller's shops, named in its path. */
export const ofShop = {
  access: 'user',
  owns: [{ kind: 'shop', at: 'params.customerId' }],
  params: z.object({ customerId: idSchema }),
} as const;

/** The same under the paths of spec 7 that call a shop a store. */
export const ofStore = {
  access: 'user',
  owns: [{ kind: 'shop', at: 'params.id' }],
  params: z.object({ id: idSchema }),
} as const;

/** A call of the user's own, soon after their password was proven: no administrator makes it for them. */
export const sensitive = { access: 'user', recentAuthentication: true, impersonation: 'refused' } as const;

/** What a change of a shop makes out of date: its record, what moves, and what is or was billed. */
export const shopReads = [
  'list-shops',
  'list-movements',
  'get-next-invoice',
  'preview-ending',
  'list-documents',
  'get-document',
] as const;

export const promoRefusals = [
  'PROMO_CODE_INVALID',
  'PROMO_CODE_EXPIRED',
  'PROMO_CODE_EXHAUSTED',
  'PROMO_CODE_NOT_APPLICABLE',
] as const satisfies readonly ErrorCode[];

/**
 * Shops of a page. One with two years of payments is some 13 kB, so that the first page costs some 65 read units and
 * has 260 kB; Lambda sends 6 MB at most.
 */
export const shopPages = { first: 20, later: 50 } as const;
/** Shops of a list that is asked for without pages: some 4 MB at most. */
const wholeList = 300;
/** The key of the last shop that the caller has; empty for the first page, absent for a list without pages. */
export const afterSchema = z.object({ after: z.optional(z.string().check(z.maxLength(100))) });

/** How many shops a request gets, and the shop after which they begin; undefined for the first. */
export const pageFrom = (after: string | undefined): { most: number; from: string | undefined } =>
  after === undefined
    ? { most: wholeList, from: undefined }
    : { most: after === '' ? shopPages.first : shopPages.later, from: after || undefined };

/** The response to an accepted return, exchange or repair. */
const acceptedSchema = z.object({ message: z.string(), request: deviceRequestSchema });

export const requestReads = ['list-devices', 'list-shop-devices', 'list-repairs', 'list-movements'] as const;

/** The codes of a refused device request, besides those that follow from its entry. */
export const requestErrors = ['DEVICE_LOCKED', 'DEVICE_NOT_ELIGIBLE'] as const satisfies readonly ErrorCode[];

/**
 * A device request: accepted with a receipt number, delivered to the staff at once or as soon as the record system is
 * available. It locks the device.
 */
export const deviceRequest = {
  access: 'user',
  changes: requestReads,
  cost: { request: 1 },
  idempotent: true,
  response: acceptedSchema,
  errors: requestErrors,
} as const;
