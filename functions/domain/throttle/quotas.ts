import { defaultQuotas, quotasSchema, type Quotas } from '#shared/model/quotas';
import { clock } from '../../adapters/clock';
import { optionalEnv } from '../../runtime/environment';

/** The stage's numbers, or the defaults. Throws if the setting is malformed. */
export function quotas(): Quotas {
  const given = optionalEnv('QUOTAS');
  return given === undefined ? defaultQuotas : quotasSchema.parse(JSON.parse(given));
}

/** Seconds. */
export const day = 24 * 60 * 60;

/** Seconds until midnight UTC, when Kintone's daily count of requests begins again (9 o'clock in Japan). */
export const restOfUtcDay = (): number => day - (clock.seconds() % day);
