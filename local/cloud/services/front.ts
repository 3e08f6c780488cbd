import { setTimeout as wait } from 'node:timers/promises';
import { type AwsEmulator, leaveOut } from '#emulators/aws';
import type { Emulator, Intercept } from '#emulators/platform';
import type { AccessControl } from '../access/access-control';
import type { Faults } from './faults';
import { isLoopbackRequest } from './loopback';
import type { UpstreamMetrics } from './metrics';
import type { ServiceName } from '../../services/services';

export interface FrontOptions {
  metrics: UpstreamMetrics;
  faults: Faults;
  access: AccessControl;
}

/** The part of an emulator that its front needs. */
type Behind = Pick<Emulator, 'operationOf' | 'fault'>;

const isAws = <E extends Behind>(emulator: E): emulator is E & AwsEmulator => 'demandsOf' in emulator;

/** Handles every request before a service: checks the caller's origin, counts, applies faults and permissions. */
export function frontOf(service: ServiceName, emulator: Behind, options: FrontOptions): Intercept {
  const { metrics, faults, access } = options;
  return async (request, next) => {
    if (!isLoopbackRequest(request.headers))
      return {
        status: 403,
        headers: { 'content-type': 'text/plain' },
        body: 'This service responds on this machine only.',
      };
    // A browser's preflight request is not counted as a call.
    if (request.method === 'OPTIONS') return next(request);
    const operation = emulator.operationOf(request);
    metrics.count(service, operation);
    const fate = faults.next(service, operation);
    if (fate === 'hang-up') return fate;
    if (fate === 'throttled' || fate === 'failed') return emulator.fault(fate);
    if (typeof fate === 'object') await wait(fate.delayMs);
    const refusal = isAws(emulator) ? access.refusal(emulator, request) : undefined;
    return refusal ?? (fate === 'partial' ? leaveOut(request, next) : next(request));
  };
}
