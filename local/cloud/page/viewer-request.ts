import { createContext, Script } from 'node:vm';

interface ViewerRequest {
  request: { method: string; uri: string; querystring: Record<string, never>; headers: Record<string, never> };
}

/**
 * Runs the templates' CloudFront function on a page's address, as CloudFront does before it looks for the file; returns
 * the address of the file. Without a function, the address is the file's own.
 */
export function rewriteOf(source: string | undefined): (uri: string) => string {
  if (source === undefined) return (uri) => (uri === '/' ? '/index.html' : uri);
  const context = createContext({});
  new Script(source).runInContext(context);
  const handler = (context as { handler?: (event: ViewerRequest) => { uri?: string } }).handler;
  if (!handler) throw new Error('The CloudFront function has no handler');
  return (uri) => handler({ request: { method: 'GET', uri, querystring: {}, headers: {} } }).uri ?? uri;
}
