import { constraint, invalidParameter } from './errors';

/**
 * One page of a list, and the token of the next one.
 * @param most the operation's largest page, which is also its default
 */
export function page<T>(
  items: T[],
  limit: number | undefined,
  token: string | undefined,
  most = 60,
): { items: T[]; next?: string } {
  const size = limit ?? most;
  if (size < 0) throw constraint('limit', 'Member must have value greater than or equal to 0');
  if (size > most) throw constraint('limit', `Member must have value less than or equal to ${most}`);
  const start =
    token === undefined ? 0 : Number(/^from:(\d+)$/.exec(Buffer.from(token, 'base64url').toString('utf8'))?.[1] ?? NaN);
  if (Number.isNaN(start)) throw invalidParameter('Invalid pagination token provided');
  const end = start + (size === 0 ? most : size);
  return {
    items: items.slice(start, end),
    ...(end < items.length && { next: Buffer.from(`from:${end}`).toString('base64url') }),
  };
}
