import type { WireRequest, WireResponse } from '../../platform/index';
import { apiVersion } from '../events/record-event';
import { forBrowser } from '../rules/client-secret';
import type { Account } from '../state/account';
import { expand } from '../state/expand';
import { newId } from '../state/new-id';
import { corsHeaders } from '../wire/cors';
import { errors, StripeError } from '../wire/errors';
import { type FormHash, parseForm } from '../wire/form';
import { list, text } from '../wire/params';
import { checkKey, earlierResponse, fingerprintOf } from './idempotency';
import { generalized, type Router } from './route';

interface Keys {
  secretKey: string;
  publishableKey: string;
}

/** `Bearer sk_…`, or Basic with the key as the user name (docs.stripe.com/api/authentication). */
function keyOf(header: string | undefined): string | undefined {
  const [scheme, value = ''] = (header ?? '').trim().split(/\s+/, 2);
  if (/^bearer$/i.test(scheme ?? '')) return value || undefined;
  if (/^basic$/i.test(scheme ?? '')) return Buffer.from(value, 'base64').toString('utf8').split(':')[0] || undefined;
  return undefined;
}

/** The kind of key that a request carries. Stripe.js may send the publishable key as the parameter `key`. */
function authenticate(request: WireRequest, keys: Keys, keyParameter: string | undefined): 'secret' | 'publishable' {
  const key = keyOf(request.headers['authorization']) ?? keyParameter;
  if (key === undefined) throw errors.noKey();
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  throw errors.wrongKey(key);
}

interface CallResponse {
  status: number;
  body: string;
  replayedFrom?: string;
  headers?: Readonly<Record<string, string>>;
}

const respond = (response: CallResponse, requestId: string, key: string | undefined): WireResponse => ({
  status: response.status,
  headers: {
    ...corsHeaders,
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
    'stripe-version': apiVersion,
    ...(key !== undefined && { 'idempotency-key': key, 'original-request': response.replayedFrom ?? requestId }),
    ...(response.replayedFrom !== undefined && { 'idempotent-replayed': 'true' }),
    ...response.headers,
  },
  body: response.body,
});

const expandParam = list(text(), 50);

/** The parameters without those that every operation takes, which are read here. */
function withoutCommon(form: FormHash): { form: FormHash; paths: string[] } {
  const { expand: asked, ...rest } = form;
  const paths = asked === undefined ? [] : expandParam.read(asked, 'expand');
  return { form: rest, paths };
}

function failure(error: unknown, publishable: boolean): CallResponse {
  if (!(error instanceof StripeError)) {
    process.stderr.write(`Stripe emulator: ${error instanceof Error ? error.stack : String(error)}\n`);
    return {
      status: 500,
      body: JSON.stringify({
        error: { type: 'api_error', message: 'The Stripe emulator failed; see its error output.' },
      }),
    };
  }
  const { payment_intent: payment, setup_intent: setup, ...body } = error.body;
  const shown = {
    ...body,
    ...(payment && { payment_intent: forBrowser(payment, publishable) }),
    ...(setup && { setup_intent: forBrowser(setup, publishable) }),
  };
  return { status: error.status, headers: error.headers, body: JSON.stringify({ error: shown }) };
}

/**
 * Handles calls of the API: key, operation, idempotency, parameters, the work itself, expansion, and the stored
 * response.
 */
export class CallResponder {
  readonly #inProgress = new Set<string>();

  constructor(
    private readonly account: Account,
    private readonly router: Router,
    private readonly keys: Keys,
  ) {}

  async respond(request: WireRequest, path: string, query: string): Promise<WireResponse> {
    const requestId = newId('req');
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const response = this.#run(request, path, query, requestId, key);
    const holdsKey = key !== undefined && !this.#inProgress.has(key);
    if (holdsKey) this.#inProgress.add(key);
    try {
      // The work is done; respond only when it can no longer be lost.
      await this.account.store.commit();
    } finally {
      if (holdsKey) this.#inProgress.delete(key);
    }
    return respond(response, requestId, key);
  }

  #run(request: WireRequest, path: string, query: string, requestId: string, key: string | undefined): CallResponse {
    const { account } = this;
    let publishable = false;
    try {
      if (request.method === 'POST' && /json/i.test(request.headers['content-type'] ?? '')) throw errors.notAForm();
      const { key: keyParameter, ...given } = parseForm(
        request.method === 'POST' ? request.body.toString('utf8') : query,
      );
      publishable =
        authenticate(request, this.keys, typeof keyParameter === 'string' ? keyParameter : undefined) === 'publishable';
      const version = request.headers['stripe-version'];
      if (version !== undefined && version !== apiVersion) throw errors.unsupported(`the API version ${version}`);
      const match = this.router.match(request.method, path);
      if (!path.startsWith('/v1/')) throw errors.unrecognizedUrl(request.method, path);
      if (!match) throw errors.unsupported(generalized(request.method, path));
      if (publishable && !match.route.publishable) throw errors.secretKeyRequired();
      const fingerprint = fingerprintOf(request.method, path, given);
      if (key !== undefined) {
        checkKey(key);
        if (this.#inProgress.has(key)) throw errors.idempotencyInUse(key);
        const earlier = earlierResponse(account, key, path, fingerprint);
        if (earlier) return { status: earlier.status, body: earlier.body, replayedFrom: earlier.requestId };
      }
      account.request = { id: requestId, idempotencyKey: key ?? null };
      const keep = (response: CallResponse): CallResponse => {
        if (key !== undefined)
          account.put('idempotency', {
            id: key,
            path,
            fingerprint,
            status: response.status,
            body: response.body,
            requestId,
            created: account.now,
          });
        return response;
      };
      try {
        const { form, paths } = withoutCommon(given);
        const result = match.route.run({ account, path: match.path, publishable }, form);
        return keep({ status: 200, body: JSON.stringify(expand(account, result, paths)) });
      } catch (error) {
        // A refusal of a request that ran is final and recorded; one refused before it ran leaves no record.
        if (!(error instanceof StripeError) || !error.executed) throw error;
        return keep(failure(error, publishable));
      }
    } catch (error) {
      account.store.rollBack();
      return failure(error, publishable);
    } finally {
      account.request = undefined;
    }
  }
}
