import { login } from '#shared/contract/auth';
import type { Call } from '#shared/contract/call';
import type { SignIn } from '../../local/cloud/state/state-file';
import { PortalClient, request, type PortalResponse, type RawRequest } from '../../local/portal-client';
import { staffAuth } from '#emulators/kintone';
import { Staff } from '../../local/kintone/staff';

/** A running portal: its calls, and its local cloud behind `/__local`. */
export class Portal {
  constructor(readonly url: string) {}

  /** Sends a request, valid or not, without a session of its own. */
  request(call: Pick<Call, 'method' | 'path'>, raw: RawRequest = {}): Promise<PortalResponse> {
    return request(this.url, call, raw);
  }

  /** A new session of an account without a second step. */
  async signIn({ email, password }: { email: string; password: string }): Promise<PortalClient> {
    const client = new PortalClient(this.url);
    await client.send(login, { body: { email, password } });
    return client;
  }

  /** A sign-in of the demo data. */
  async demo(as: SignIn['as']): Promise<SignIn> {
    const found = (await this.services()).signIns.find((one) => one.as === as);
    if (!found) throw new Error(`The demo data has no sign-in "${as}"`);
    return found;
  }

  /** Calls an endpoint of the local cloud itself: `GET` without a body, otherwise `POST`. */
  async local<T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> {
    const response = await fetch(`${this.url}/__local/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} /__local/${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  services(): Promise<Services> {
    return this.local<Services>('services');
  }

  /** The staff at the portal's record system. */
  async staff(): Promise<Staff> {
    const { records, kintoneApiToken } = await this.services();
    return new Staff(records, staffAuth(kintoneApiToken));
  }

  metrics(): Promise<{ upstream: Record<string, Record<string, number>>; succeeded: string[] }> {
    return this.local('metrics');
  }
}

/** The part of `GET /__local/services` that stories use. */
interface Services {
  stripe: string;
  records: string;
  kintoneApiToken: string;
  signIns: SignIn[];
}
