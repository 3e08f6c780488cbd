import type { Emulator, WireRequest, WireResponse } from '../platform/index';

/** Why an AWS service refuses a request that is right in itself. */
export type FaultKind = 'throttled' | 'failed' | 'access-denied';

/** What IAM checks of a request: an action on a resource. */
export interface Demand {
  /** `dynamodb:GetItem` */
  action: string;
  /** An ARN, or `*`. */
  resource: string;
}

/** What was made of the templates, as far as permissions need it. */
export interface Places {
  region: string;
  account: string;
  /** ARN behind the id that a request names (table, pool, secret). */
  arnOf: (id: string) => string | undefined;
}

/** A service of AWS's own: a function needs permissions to use it. */
export interface AwsEmulator extends Emulator {
  fault(kind: FaultKind, message?: string): WireResponse;
  /** The permissions that a request needs. */
  demandsOf(request: WireRequest, places: Places): Demand[];
}

export const faultMessages: Readonly<Record<FaultKind, string>> = {
  throttled: 'Rate exceeded',
  failed: 'The service failed by itself',
  'access-denied': 'Access denied',
};

/** The demand of an operation on the one resource that a request names; on `*` where it names none. */
export function demandOn(action: string, id: unknown, { arnOf }: Places): Demand[] {
  return [{ action, resource: typeof id === 'string' ? (arnOf(id) ?? id) : '*' }];
}
