/** A program that uses the portal as its page does: with cookies, over its documented calls. */
export class PortalClient {
  #cookies = new Map<string, string>();

  constructor(private readonly url: string) {}

  /** Sends a call and reads its answer; anything but 200 is an error that names it. */
  async call<T>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        origin: this.url,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    if (response.status !== 200)
      throw new Error(`Demo data: ${method} ${path} was answered with ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }
}
