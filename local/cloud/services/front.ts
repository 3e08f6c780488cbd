import { setTimeout as wait } from 'node:timers/promises';
import { type AwsEmulator, leaveOut } from '#emulators/aws';
import type { Emulator, Intercept } from '#emulators/platform';
import type { AccessControl } from '../access/access-control';
import type { Faults } from './faults';
import type { UpstreamMetrics } from './metrics';
import type { ServiceName } from '../../services/services';

const loopback = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

const hostOf = (text: string): string => text.replace(/:\d+$/, '');

/**
 * Whether a request to a tool of this machine comes from this machine's own pages and programs: the host is a name of
 * the loopback interface, and the request is not from another site's page. So neither a foreign page nor a rebound name
 * reaches the tool.
 */
export function isLoopbackRequest(headers: Record<string, string | string[] | undefined>): boolean {
  const { host, origin } = headers;
  if (typeof host !== 'string' || !loopback.test(hostOf(host))) return false;
  if (origin === undefined) return true;
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false;
  return loopback.test(new URL(origin).hostname);
}

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
