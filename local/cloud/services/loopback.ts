const loopback = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

const hostOf = (text: string): string => text.replace(/:\d+$/, '');

/**
 * Whether a request to a tool of this machine comes from this machine's own pages and programs: the host is a name of
 * the loopback interface, and the request is not from another site's page. So neither a foreign page nor a rebound name
 * reaches the tool.
 */
export function isLoopbackRequest(headers: Record<string, string | string[] | undefined>): boolean {
  const { host, origin } = headers;
  if (typeof host !== 'string' || !loopback.test(hostOf(host))) return false;
  if (origin === undefined) return true;
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false;
  return loopback.test(new URL(origin).hostname);
}
