import type * as z from 'zod/mini';
import { type Call, type Ownership, notFoundCodes } from '#shared/contract/call';
import { CallError, errors } from '#shared/errors';
import { adminGroup, idempotencyHeader } from '#shared/constants';
import type { OwnedShop } from '#functions/shops/shops-table';
import type { Caller } from './caller';
import { identifyRequest } from '#functions/platform/identify-request';
import { recordImpersonatedChange, readAdministrator, mayGoOn } from '#functions/impersonation/impersonations';
import type { Owns } from '#functions/shops/ownership';
import { openSession, isRecentlyAuthenticated } from '#functions/sessions/open-session';
import { type Middleware, cookieNames, readCookie, type State, viewerOf } from './request';
import { requireEnv } from '#functions/platform/environment';
import { logger } from '#functions/platform/logger';

/**
 * A browser names the origin of a request in `Origin` or, if that is missing, in `Sec-Fetch-Site`. Requests from
 * another site are refused for every method (ASVS 5.0 3.5). Programs other than browsers send neither header, and they
 * carry no cookie of a victim.
 */
export const checkOrigin: Middleware = {
  before: ({ event }) => {
    const origin = event.headers['origin'];
    const site = event.headers['sec-fetch-site'];
    const foreign =
      origin !== undefined
        ? origin !== requireEnv('PORTAL_ORIGIN')
        : site !== undefined && site !== 'same-origin' && site !== 'none';
    if (foreign) throw new CallError('ORIGIN_NOT_ALLOWED');
  },
};

/** Body limits in bytes: 32 kB is more than any call of the contract needs; webhooks carry whole Stripe objects. */
const limits = { call: 32 * 1024, webhook: 256 * 1024 };

/**
 * Half of a surrogate pair is no character (RFC 8259, section 8.2): a field that cuts an emoji in two leaves one. It
 * goes, because nobody sees it, and Stripe's client throws when it encodes one (URIError of encodeURIComponent).
 */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '') : value;

/** Checks size, then type, then JSON. Without a body schema any body is ignored. */
export const readBody = (call: Call): Middleware => ({
  before: ({ event, internal }) => {
    const raw = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : (event.body ?? '');
    if (Buffer.byteLength(raw) > (call.access === 'webhook' ? limits.webhook : limits.call))
      throw new CallError('BODY_TOO_LARGE');
    internal.rawBody = raw;
    if (!call.body) return;
    if (raw === '' && call.body.safeParse(undefined).success) return;
    const type = event.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (raw !== '' && type !== 'application/json') throw new CallError('UNSUPPORTED_MEDIA_TYPE');
    try {
      internal.json = JSON.parse(raw, wellFormed);
    } catch (cause) {
      throw new CallError('INVALID_JSON', { cause });
    }
  },
});

/** Authenticates the caller, and refuses calls that the session does not allow; fails closed. */
export const authenticate = (call: Call & { access: 'user' | 'admin' }): Middleware => ({
  before: async ({ event, internal }) => {
    const caller = await openSession(readCookie(event.cookies, cookieNames.session), call.reads ?? 'account');
    if (!caller) throw new CallError('NOT_SIGNED_IN');
    const { impersonation } = caller.session;
    logger.appendKeys({
      userId: caller.userId,
      ...(impersonation && { impersonation: impersonation.id }),
    });
    // Administrators have their rights only in a session of their own, not in an impersonation.
    if (call.access === 'admin' && (impersonation || !caller.profile.groups.includes(adminGroup)))
      throw new CallError('ADMIN_ONLY');
    if (impersonation) {
      if (call.impersonation === 'refused') throw new CallError('IMPERSONATION_FORBIDDEN');
      if (!(await mayGoOn(impersonation))) throw new CallError('NOT_SIGNED_IN');
    }
    if (call.recentAuthentication && !isRecentlyAuthenticated(caller.session))
      throw new CallError('RECENT_AUTHENTICATION_REQUIRED');
    internal.caller = caller;
  },
});

/** The parsed value, or a refusal that names each wrong field; zod's own texts (ASCII) become the general one. */
function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.') || '-';
    fields[path] ??= /[^\x20-\x7e]/.test(issue.message) ? issue.message : errors.INVALID_INPUT.text;
  }
  throw new CallError('INVALID_INPUT', { fields });
}

/**
 * A value of the path, of which the gateway has undone one encoding: the page encodes each value twice, because the
 * gateway decodes the path before it finds the route (frontend/src/lib/api.ts). A value without `%` is itself.
 */
function pathValue(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}

const pathValues = (values: Record<string, string | undefined> = {}): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, pathValue(value)]));

/** Parses the parts that the contract declares, and drops undeclared fields. */
export const parseRequest = (call: Call): Middleware => ({
  before: ({ event, internal }) => {
    if (call.params) internal.params = parse(call.params, pathValues(event.pathParameters));
    if (call.query) internal.query = parse(call.query, event.queryStringParameters ?? {});
    if (call.body) internal.body = parse(call.body, internal.json);
  },
});

/** What a request names at a place. */
export function idAt(state: State, at: Ownership['at']): unknown {
  const [part, ...path] = at.split('.') as ['params' | 'query' | 'body', ...string[]];
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    state[part],
  );
}

/** The caller with a shop that the call concerns among those that were read. */
const withShop = (caller: Caller, { shop, snapshot }: OwnedShop): Caller => {
  const isOther = ({ customerId }: { customerId: string }): boolean => customerId !== shop.customerId;
  return {
    ...caller,
    shops: [...caller.shops.filter(isOther), shop],
    snapshots: [...caller.snapshots.filter(isOther), ...(snapshot ? [snapshot] : [])],
  };
};

/** The resource that a call names must be the caller's: another's is like none. Fails closed; hands its shop on. */
export const checkOwnership = (call: Call, owns: Owns): Middleware => ({
  before: async ({ internal }) => {
    for (const ownership of call.owns ?? []) {
      const id = idAt(internal, ownership.at);
      if (ownership.optional && id === undefined) continue;
      const { caller } = internal;
      const owned = caller && typeof id === 'string' ? await owns(caller, ownership.kind, id) : undefined;
      if (!caller || !owned) throw new CallError(notFoundCodes[ownership.kind]);
      internal.caller = withShop(caller, owned);
    }
  },
});

const header = idempotencyHeader.toLowerCase();

/** Identifies the request of an idempotent call, so that a repeat is recognized; a malformed header is refused. */
export const identifyRepeats = (call: Call): Middleware => ({
  before: ({ event, internal }) => {
    if (!call.idempotent) return;
    const content = { ...(internal.params as object | undefined), ...(internal.body as object | undefined) };
    internal.idempotency = identifyRequest(call.name, content, event.headers[header]);
  },
});

/**
 * The session has the groups of the last sign-in, so Cognito is asked: a caller who was removed from the group or
 * disabled since is refused. Runs after all checks that cost no request; fails closed.
 */
export const requireAdministrator: Middleware = {
  before: async ({ internal }) => {
    const administrator = internal.caller && (await readAdministrator(internal.caller.userId));
    if (!administrator) throw new CallError('ADMIN_ONLY');
    internal.administrator = administrator;
  },
};

/** Records every change that an administrator makes for a user. The last middleware before the handler. */
export const auditImpersonation = (call: Call): Middleware => ({
  before: async ({ event, internal }) => {
    if (!internal.caller?.session.impersonation || call.method === 'GET') return;
    const { requestId } = event.requestContext;
    await recordImpersonatedChange(
      internal.caller,
      { call: call.name, path: event.rawPath.slice(0, 300), requestId },
      viewerOf(event),
    );
  },
});
