import { documentedLimits, type Strictness } from '#emulators/stripe';
import { parseDuration } from '../../duration';
import { ControlError, type Body } from './responses';

function limitsOf(value: unknown): Strictness['requests'] {
  if (value === undefined || value === 'none') return undefined;
  if (value === 'live' || value === 'sandbox') return documentedLimits[value];
  throw new ControlError(400, '"requests" has to be "live", "sandbox" or "none".');
}

function flag(body: Body, name: 'reversed' | 'twice'): boolean {
  const value = body[name] ?? false;
  if (typeof value !== 'boolean') throw new ControlError(400, `"${name}" has to be true or false.`);
  return value;
}

/** How strict the Stripe emulator is from now on. @throws ControlError 400 with the allowed values */
export function readStrictness(body: Body): Strictness {
  const unknown = Object.keys(body).find((name) => !['requests', 'late', 'reversed', 'twice'].includes(name));
  if (unknown !== undefined)
    throw new ControlError(400, `"${unknown}" is not known here; there are requests, late, reversed and twice.`);
  const late = body['late'] === undefined ? 0 : parseDuration(body['late']);
  if (late === undefined) throw new ControlError(400, '"late" has to be a duration such as "90s" or "2h".');
  const events = { lateSeconds: late / 1000, reversed: flag(body, 'reversed'), twice: flag(body, 'twice') };
  return { requests: limitsOf(body['requests']), events };
}
