import type { Account } from '../state/account';
import type { FormHash } from '../wire/form';
import { readParams, type Params, type Shape } from '../wire/params';

export interface Call {
  account: Account;
  /** The ids in the path by name. */
  path: Record<string, string>;
  /** Whether the caller is a browser with the publishable key, which sees less. */
  publishable: boolean;
}

export interface Route {
  /** `POST /v1/customers/{customer}` */
  operation: string;
  /** Whether the publishable key may call it. */
  publishable: boolean;
  run(call: Call, form: FormHash): object;
}

/** An operation: the shape of its parameters, and its work. It runs without interruption by another one. */
export function route<S extends Shape>(
  operation: string,
  shape: S,
  run: (call: Call, params: Params<S>) => object,
  options: { publishable?: boolean } = {},
): Route {
  return {
    operation,
    publishable: options.publishable ?? false,
    run: (call, form) => run(call, readParams(shape, form)),
  };
}

interface Match {
  route: Route;
  path: Record<string, string>;
}

/** Operations of Stripe whose name stands at the place of an id; the emulator has none of them. */
const notIds = new Set(['search', 'upcoming']);

/** Finds the operation for a method and a path. */
export class Router {
  readonly #routes: { route: Route; method: string; parts: string[] }[];

  constructor(routes: Route[]) {
    this.#routes = routes.map((route) => {
      const [method = '', path = ''] = route.operation.split(' ');
      return { route, method, parts: path.split('/') };
    });
  }

  match(method: string, path: string): Match | undefined {
    const given = path.split('/').map(decoded);
    for (const { route, method: wanted, parts } of this.#routes) {
      if (wanted !== method || parts.length !== given.length) continue;
      const ids: Record<string, string> = {};
      const fits = parts.every((part, index) => {
        const value = given[index] ?? '';
        if (!part.startsWith('{')) return part === value;
        ids[part.slice(1, -1)] = value;
        return value !== '' && !notIds.has(value);
      });
      if (fits) return { route, path: ids };
    }
    return undefined;
  }
}

/** For a path without a route: the path without everything that looks like an id. */
export const generalized = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\/[a-z]+_[A-Za-z0-9]{8,}/g, '/{id}')}`;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
