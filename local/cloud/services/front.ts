import { setTimeout as wait } from 'node:timers/promises';
import type { Intercept } from '../../wire';
import type { AccessControl } from '../access/access-control';
import type { Faults } from './faults';
import { isLoopbackRequest } from './loopback';
import type { UpstreamMetrics } from './metrics';
import { serviceError } from './service-errors';
import { awsServiceNames, type AwsServiceName, type ServiceName } from './service-name';
import type { Emulator } from '../../wire';

export interface FrontOptions {
  metrics: UpstreamMetrics;
  faults: Faults;
  access: AccessControl;
}

const isAws = (service: ServiceName): service is AwsServiceName => awsServiceNames.some((one) => one === service);

/** What stands before every request to a service: who may ask at all, counting, misbehaviour on demand, permissions. */
export function frontOf(
  service: ServiceName,
  emulator: Pick<Emulator, 'operationOf'>,
  options: FrontOptions,
): Intercept {
  const { metrics, faults, access } = options;
  return async (request, next) => {
    if (!isLoopbackRequest(request.headers))
      return {
        status: 403,
        headers: { 'content-type': 'text/plain' },
        body: 'This service answers on this machine only.',
      };
    // A browser's question about a cross-origin call is no call.
    if (request.method === 'OPTIONS') return next(request);
    const operation = emulator.operationOf(request);
    metrics.count(service, operation);
    const fate = faults.next(service);
    if (fate === 'hang-up') return fate;
    if (fate === 'throttled' || fate === 'failed') return serviceError(service, fate);
    if (fate !== 'pass') await wait(fate.delayMs);
    return (isAws(service) ? access.refusal(service, operation, request) : undefined) ?? next(request);
  };
}
