import type Stripe from 'stripe';
import { either, fields, integer, text, timestamp, type Params } from './params';
import { errors } from './errors';

/** docs.stripe.com/api/pagination */
export const paging = { limit: integer({ min: 1, max: 100 }), starting_after: text(), ending_before: text() };

type Paging = Params<typeof paging>;

const range = { gt: timestamp(), gte: timestamp(), lt: timestamp(), lte: timestamp() };

/** A time, or a range of times. */
export const timeFilter = either((value) => typeof value === 'string', timestamp(), fields(range));

type TimeFilter = number | Params<typeof range>;

export function withinTime(time: number, filter: TimeFilter | undefined): boolean {
  if (filter === undefined) return true;
  if (typeof filter === 'number') return time === filter;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter;
  return time > gt && time >= gte && time < lt && time <= lte;
}

/** Whether an object has each value that the parameters of a list ask for; an absent one asks for nothing. */
export const hasAll = <T extends object>(one: T, wanted: { [K in keyof T]?: T[K] | undefined }): boolean =>
  Object.entries(wanted).every(([name, value]) => value === undefined || one[name as keyof T] === value);

/** One page, newest first. `all` are the matches, oldest first (the order of creation). */
export function page<T extends { id: string }>(url: string, all: T[], params: Paging, noun: string): Stripe.ApiList<T> {
  const { limit = 10, starting_after: after, ending_before: before } = params;
  if (after !== undefined && before !== undefined) throw errors.exclusive('ending_before', 'starting_after');
  const rows = all.toReversed();
  const indexOf = (id: string, param: string): number => {
    const index = rows.findIndex((row) => row.id === id);
    if (index < 0) throw errors.missingResource(noun, id, param, 400);
    return index;
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', url, has_more: start > 0, data: rows.slice(start, end) };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  return { object: 'list', url, has_more: rows.length > start + limit, data: rows.slice(start, start + limit) };
}

/** A list inside an object: its first ten entries. */
export function embeddedList<T>(url: string, all: T[], limit = 10): Stripe.ApiList<T> {
  return { object: 'list', data: all.slice(0, limit), has_more: all.length > limit, url };
}
