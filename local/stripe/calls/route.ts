import type { Account } from '../state/account';
import type { FormHash } from '../wire/form';
import { readParams, type Params, type Shape } from '../wire/params';

export interface Call {
  account: Account;
  /** The ids in the path by name. */
  path: Record<string, string>;
  /** A browser with the publishable key sees less. */
  publishable: boolean;
}

export interface Route {
  /** `POST /v1/customers/{customer}` */
  operation: string;
  /** May be called with the publishable key. */
  publishable: boolean;
  run(call: Call, form: FormHash): object;
}

/** An operation: its parameters by shape, and its work. It runs to its end without interruption by another one. */
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

/** Operations of Stripe's that stand where an id could: there is none of them here. */
const notIds = new Set(['search', 'upcoming']);

/** Finds the operation of a method and a path. */
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

/** For what has no route: the path with everything that looks like an id left out. */
export const generalized = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\/[a-z]+_[A-Za-z0-9]{8,}/g, '/{id}')}`;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
