import * as z from 'zod/mini';
import type { ErrorCode } from '../errors';
import { deviceRequestSchema } from '../model/device';

/** The response to an accepted return, exchange or repair. */
export const acceptedSchema = z.object({ message: z.string(), request: deviceRequestSchema });

/** What an accepted request makes out of date. */
export const requestReads = ['list-devices', 'list-shop-devices', 'list-repairs', 'list-movements'] as const;

/** The codes of a refused device request, besides those that follow from its entry. */
export const requestErrors = ['DEVICE_LOCKED', 'DEVICE_NOT_ELIGIBLE'] as const satisfies readonly ErrorCode[];
