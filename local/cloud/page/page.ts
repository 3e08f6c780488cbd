import type { IncomingMessage } from 'node:http';
import type { WireResponse } from '#emulators/platform';
import { StaticFiles } from './static-files';
import { createContext, Script } from 'node:vm';

const plain = (status: number, body: string): WireResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body,
});

/** The page: its files, and the one page for every other address. */
export class Page {
  readonly #files: StaticFiles;
  #rewrite = rewriteOf(undefined);

  constructor(webFolder: string) {
    this.#files = new StaticFiles(webFolder);
  }

  /** @param viewerRequest source of the templates' CloudFront function */
  use(viewerRequest: string | undefined): void {
    this.#rewrite = rewriteOf(viewerRequest);
  }

  async respond(request: IncomingMessage): Promise<WireResponse> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method Not Allowed');
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch = '' } = request.headers;
    const asked = { acceptEncoding: Array.isArray(accepted) ? accepted.join(',') : (accepted ?? ''), ifNoneMatch };
    const file = await this.#files.find({ ...asked, path: this.#rewrite(path) });
    if (file) return file;
    // An address of the page that looks like a file, such as a scanned code with a dot.
    const wantsPage = request.headers.accept?.includes('text/html') === true && !path.startsWith('/assets/');
    return (
      (wantsPage ? await this.#files.find({ ...asked, path: '/index.html' }) : undefined) ?? plain(404, 'Not Found')
    );
  }
}

interface ViewerRequest {
  request: { method: string; uri: string; querystring: Record<string, never>; headers: Record<string, never> };
}

/**
 * Runs the templates' CloudFront function on a page's address, as CloudFront does before it looks for the file; returns
 * the address of the file. Without a function, the address is the file's own.
 */
function rewriteOf(source: string | undefined): (uri: string) => string {
  if (source === undefined) return (uri) => (uri === '/' ? '/index.html' : uri);
  const context = createContext({});
  new Script(source).runInContext(context);
  const handler = (context as { handler?: (event: ViewerRequest) => { uri?: string } }).handler;
  if (!handler) throw new Error('The CloudFront function has no handler');
  return (uri) => handler({ request: { method: 'GET', uri, querystring: {}, headers: {} } }).uri ?? uri;
}
