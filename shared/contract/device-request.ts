import * as z from 'zod/mini';
import type { ErrorCode } from '../errors';
import { deviceRequestSchema } from '../model/device';

/** What an accepted return, exchange or repair is answered with. */
export const acceptedSchema = z.object({ message: z.string(), request: deviceRequestSchema });

/** Why any of the three is refused. */
export const requestErrors = [
  'NOT_SIGNED_IN',
  'DEVICE_NOT_FOUND',
  'DEVICE_LOCKED',
  'DEVICE_NOT_ELIGIBLE',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
] as const satisfies readonly ErrorCode[];
