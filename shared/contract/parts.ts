import * as z from 'zod/mini';
import type { ErrorCode } from '../errors';

/** An id of Stripe or of the portal, in a path or a body. */
export const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** The response of a call that only reports success, with a Japanese text for people. */
export const messageSchema = z.object({ message: z.string() });

/** A call about one of the caller's shops, named in its path. */
export const ofShop = {
  owns: [{ kind: 'shop', at: 'params.customerId' }],
  params: z.object({ customerId: idSchema }),
} as const;

/** Why a promotion code is refused. */
export const promoRefusals = [
  'PROMO_CODE_INVALID',
  'PROMO_CODE_EXPIRED',
  'PROMO_CODE_EXHAUSTED',
  'PROMO_CODE_NOT_APPLICABLE',
] as const satisfies readonly ErrorCode[];
