import * as z from 'zod/mini';
import type { ErrorCode } from '../errors';
import { deviceRequestSchema } from '../model/device';

/** The answer to an accepted return, exchange or repair. */
export const acceptedSchema = z.object({ message: z.string(), request: deviceRequestSchema });

/** Why any kind of device request is refused, beside what follows from its entry. */
export const requestErrors = ['DEVICE_LOCKED', 'DEVICE_NOT_ELIGIBLE'] as const satisfies readonly ErrorCode[];
