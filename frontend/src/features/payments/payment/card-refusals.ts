import type { ErrorCode } from '#shared/errors';

/** Refusals of a payment or an order after which another card helps. */
const cardRefusals: ReadonlySet<string | undefined> = new Set([
  'CARD_DECLINED',
  'PAYMENT_METHOD_MISSING',
  'PAYMENT_METHOD_NOT_FOUND',
] satisfies ErrorCode[]);

/** Whether another card helps after the refusal with this code; false for no code. */
export const isMendedByAnotherCard = (code: string | undefined): boolean => cardRefusals.has(code);
