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

/** How exact a route is; the gateway prefers exact segments, then variables, then `{proxy+}`, from the left. */
const rank = ({ segments, method }: Pattern): string =>
  segments.map((segment) => (segment.endsWith('+}') ? '2' : segment.startsWith('{') ? '1' : '0')).join('') +
  (method === 'ANY' ? '1' : '0');

function match(pattern: Pattern, segments: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.segments.entries()) {
    const name = /^\{(\w+)\+?\}$/.exec(expected)?.[1];
    if (expected.endsWith('+}') && name !== undefined) {
      if (segments.length <= index) return undefined;
      parameters[name] = segments.slice(index).join('/');
      return parameters;
    }
    const actual = segments[index];
    if (actual === undefined || (name === undefined ? actual !== expected : actual === '')) return undefined;
    if (name !== undefined) parameters[name] = actual;
  }
  return segments.length === pattern.segments.length ? parameters : undefined;
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
  readonly #default: DeployedRoute | undefined;

  constructor(routes: readonly DeployedRoute[]) {
    this.#patterns = routes
      .filter(({ routeKey }) => routeKey !== '$default')
      .map(parse)
      .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
    this.#default = routes.find(({ routeKey }) => routeKey === '$default');
  }

  /**
   * @param path encoded, as in the request
   * @throws URIError if it cannot be decoded
   */
  find(method: string, path: string): Match | undefined {
    const segments = segmentsOf(decodedPath(path));
    for (const pattern of this.#patterns) {
      if (pattern.method !== method && pattern.method !== 'ANY') continue;
      const pathParameters = match(pattern, segments);
      if (pathParameters) return { route: pattern.route, pathParameters };
    }
    return this.#default && { route: this.#default, pathParameters: {} };
  }
}
