import * as z from 'zod/mini';
import { errorsOf } from '#shared/contract/errors-of';
import { calls, type ListedCall } from '#shared/contract/index';
import { errors, type ErrorBody } from '#shared/errors';
import { sampleOf } from './samples';

/** The calls that owners, administrators and visitors make. */
export const documented = calls.filter((call) => call.access !== 'webhook');
export const withBody = documented.filter((call) => call.body);
/** An id that nobody has, for each parameter of a path. */
export const sampleParams = (call: ListedCall): Record<string, string> =>
  Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'nobodys']));
/** A value for each name in a call's query. */
export const sampleQuery = ({ query }: ListedCall, value = 'A'.repeat(20)): Record<string, string> =>
  query instanceof z.ZodMiniObject ? Object.fromEntries(Object.keys(query.shape).map((name) => [name, value])) : {};
export const asQuery = (values: Record<string, string>): string => `?${new URLSearchParams(values).toString()}`;
/** A valid request of a call, about things that nobody has. */
export const sampleFor = (call: ListedCall): { params: Record<string, string>; body?: unknown; query?: string } => ({
  params: sampleParams(call),
  ...(call.body && { body: sampleOf(call) }),
  ...(call.query && { query: asQuery(sampleQuery(call)) }),
});

/** Expects the contract's body of a refusal, a declared code, and that code's status. */
export function expectRefusal(
  call: ListedCall,
  { status, body }: { status: number; body: unknown },
  how: string,
): ErrorBody {
  const refusal = body as ErrorBody;
  const shape = {
    how,
    status,
    code: refusal?.code,
    message: typeof refusal?.message,
    requestId: typeof refusal?.requestId,
  };
  expect(shape).toEqual({
    how,
    status: errors[refusal.code]?.status,
    code: expect.any(String),
    message: 'string',
    requestId: 'string',
  });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(errorsOf(call)).toContain(refusal.code);
  return refusal;
}
