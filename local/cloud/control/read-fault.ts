import { faultModes, type Fault, type FaultMode } from '../services/faults';
import { isServiceName, serviceNames } from '../../services/services';
import { ControlError, type Body } from './responses';

const isMode = (mode: unknown): mode is FaultMode => faultModes.some((one) => one === mode);

function positive(body: Body, name: 'ms' | 'every', least: number, most: number): number | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > most)
    throw new ControlError(400, `"${name}" has to be a whole number from ${least} to ${most}.`);
  return Number(value);
}

/** @throws ControlError 400 with the allowed values */
export function readFault(body: Body): Fault {
  const { service, mode, operation } = body;
  if (!isServiceName(service)) throw new ControlError(400, `"service" has to be one of ${serviceNames.join(', ')}.`);
  if (!isMode(mode)) throw new ControlError(400, `"mode" has to be one of ${faultModes.join(', ')}.`);
  if (mode === 'partial' && service !== 'dynamodb')
    throw new ControlError(400, '"partial" is a fault of dynamodb alone.');
  if (mode === 'twice' && service !== 'sqs') throw new ControlError(400, '"twice" is a fault of sqs alone.');
  if (operation !== undefined && typeof operation !== 'string')
    throw new ControlError(400, '"operation" has to be the name of one, as GET metrics has it.');
  const unknown = Object.keys(body).find((name) => !['service', 'mode', 'operation', 'ms', 'every'].includes(name));
  if (unknown !== undefined)
    throw new ControlError(400, `"${unknown}" is not known here; there are service, mode, operation, ms and every.`);
  const ms = positive(body, 'ms', 0, 600_000);
  const every = positive(body, 'every', 1, 1_000_000);
  return {
    service,
    mode,
    ...(operation !== undefined && { operation }),
    ...(ms !== undefined && { ms }),
    ...(every !== undefined && { every }),
  };
}
