import type { DeployedRoute } from '../deployed/deployed';

export interface Match {
  route: DeployedRoute;
  /** Decoded. */
  pathParameters: Record<string, string>;
}

interface Pattern {
  route: DeployedRoute;
  method: string;
  segments: string[];
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

function parse(route: DeployedRoute): Pattern {
  const [method = '', path = ''] = route.routeKey.split(' ');
  return { route, method, segments: segmentsOf(path) };
}

/** How exact a route is; the gateway prefers exact segments to variables, from the left. */
const rank = ({ segments }: Pattern): string =>
  segments.map((segment) => (segment.startsWith('{') ? '1' : '0')).join('');

function match(pattern: Pattern, segments: string[]): Record<string, string> | undefined {
  if (segments.length !== pattern.segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.segments.entries()) {
    const name = /^\{(\w+)\}$/.exec(expected)?.[1];
    const actual = segments[index] ?? '';
    if (name === undefined ? actual !== expected : actual === '') return undefined;
    if (name !== undefined) parameters[name] = actual;
  }
  return parameters;
}

/**
 * A path as the gateway sees it: decoded before a route is looked for, so that `%2F` separates segments, and cut off at
 * a decoded `?` (seen at the real one: github.com/hotsock/voker/pull/8, github.com/honojs/hono/issues/2156; API Gateway
 * developer guide, "Create routes for HTTP APIs": "decodes URL-encoded request parameters").
 * @throws URIError if it cannot be decoded
 */
export const decodedPath = (path: string): string => decodeURIComponent(path).split('?')[0] ?? '/';

/** The routes of the HTTP API, matched as API Gateway matches them (developer guide, "Routing API requests"). */
export class Routes {
  readonly #patterns: Pattern[];

  /** @throws for routes that the portal has none of: of any method, of any path below one, and the default route */
  constructor(routes: readonly DeployedRoute[]) {
    const foreign = routes.find(({ routeKey }) => /^ANY |\+\}$|^\$default$/.test(routeKey));
    if (foreign) throw new Error(`The route ${foreign.routeKey} is not known to the local cloud`);
    this.#patterns = routes.map(parse).toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }

  /**
   * @param path encoded, as in the request
   * @throws URIError if it cannot be decoded
   */
  find(method: string, path: string): Match | undefined {
    const segments = segmentsOf(decodedPath(path));
    for (const pattern of this.#patterns) {
      if (pattern.method !== method) continue;
      const pathParameters = match(pattern, segments);
      if (pathParameters) return { route: pattern.route, pathParameters };
    }
    return undefined;
  }
}
