import StripeSdk from 'stripe';
import { NotTried, same, type Fact } from '../../platform/facts';
import type { StripeSandbox } from './stripe-sandbox';

/** How many at once: a sandbox takes 25 a second. */
const atOnce = 80;

/** Limits of requests (decisions/stripe). */
export const limitFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'requests-a-second',
    says:
      'Too many requests in a second are refused with 429, the code rate_limit, and a header whose reason is one of ' +
      'the account or of the operation.',
    page: 'https://docs.stripe.com/rate-limits',
    async check({ withoutWaiting }) {
      const asked = Array.from({ length: atOnce }, () => withoutWaiting.products.list({ limit: 1 }));
      const refused = (await Promise.allSettled(asked)).flatMap((one) =>
        one.status === 'rejected' ? [one.reason] : [],
      );
      const [error] = refused;
      if (error === undefined) throw new NotTried(`${atOnce} requests at once were not too many`);
      if (!(error instanceof StripeSdk.errors.StripeError)) throw error;
      same('the status and code', [429, 'rate_limit'], [error.statusCode, error.code]);
      const reason = String(error.headers?.['stripe-rate-limited-reason']);
      same('the reason', true, /^(global|endpoint)-(rate|concurrency)$/.test(reason));
    },
  },
];
