import StripeSdk, { type Stripe } from 'stripe';
import { serve, StillClock } from '../../platform/index';
import { createStripeEmulator, type StripeEmulator, type StripeEmulatorOptions } from '../create-stripe-emulator';

export const startTime = Date.UTC(2026, 10, 21, 3, 0, 0);
const dayInMs = 86_400_000;

export interface TestAccount {
  stripe: Stripe;
  /** Requests with the publishable key, as from a browser: plain ones, because the SDK refuses that key. */
  browser(
    method: string,
    path: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: BrowserBody }>;
  emulator: StripeEmulator;
  clock: StillClock;
  url: string;
  /** Unix seconds of the clock. */
  now(): number;
  /** Moves the clock, and carries out everything due. */
  advanceDays(days: number): Promise<void>;
  /** Ends an authentication, as the bank's page would. */
  authenticate(intent: Asking, outcome: 'complete' | 'fail'): Promise<void>;
  close(): Promise<void>;
}

/** An intent that may wait for 3-D Secure. */
interface Asking {
  next_action: Stripe.SetupIntent.NextAction | Stripe.PaymentIntent.NextAction | null;
}

interface BrowserBody {
  id: string;
  status: string;
  client_secret: string;
  next_action: Stripe.SetupIntent.NextAction | null;
  error: {
    type: string;
    code?: string;
    message: string;
    param?: string;
    decline_code?: string;
    setup_intent?: { status: string };
  };
  [field: string]: unknown;
}

/** Opens the emulator on a port of its own, with the official SDK; the clock stands still. */
export async function openTestAccount(options: Partial<StripeEmulatorOptions> = {}): Promise<TestAccount> {
  const clock = new StillClock(startTime);
  let url = '';
  const emulator = await createStripeEmulator({ clock, publicUrl: () => url, ...options });
  const served = await serve(emulator);
  url = served.url;
  const stripe = new StripeSdk('sk_test_local', {
    host: '127.0.0.1',
    port: served.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    stripe,
    emulator,
    clock,
    url,
    now: () => Math.floor(clock.now() / 1000),
    async browser(method, path, form = {}) {
      const query = new URLSearchParams(form).toString();
      const response = await fetch(`${url}${path}${method === 'GET' && query ? `?${query}` : ''}`, {
        method,
        headers: { authorization: 'Bearer pk_test_local', 'content-type': 'application/x-www-form-urlencoded' },
        ...(method !== 'GET' && { body: query }),
      });
      return { status: response.status, headers: response.headers, body: (await response.json()) as BrowserBody };
    },
    async advanceDays(days) {
      clock.advance(days * dayInMs);
      await emulator.tick();
    },
    async authenticate(intent, outcome) {
      const page = intent.next_action?.use_stripe_sdk?.['stripe_js'];
      const response = await fetch(String(page), { method: 'POST', body: new URLSearchParams({ outcome }) });
      if (!response.ok) throw new Error(await response.text());
    },
    async close() {
      await served.close();
      await emulator.close();
    },
  };
}

/** The three prices of the portal: one unit 9,900 yen, the others 8,800 yen a month. */
export async function makeCatalogue(
  stripe: Stripe,
): Promise<{ first: Stripe.Price; second: Stripe.Price; fifth: Stripe.Price }> {
  const make = async (tier: string, amount: number): Promise<Stripe.Price> => {
    const product = await stripe.products.create({ name: tier, metadata: { tier } });
    return stripe.prices.create({
      product: product.id,
      currency: 'jpy',
      unit_amount: amount,
      recurring: { interval: 'month' },
      lookup_key: tier,
    });
  };
  return {
    first: await make('FIRST_UNIT', 9900),
    second: await make('SECOND_TO_FOURTH', 8800),
    fifth: await make('FIFTH_AND_MORE', 8800),
  };
}

/** A customer whose default card is a test card. */
export async function customerWithCard(
  stripe: Stripe,
  card = 'pm_card_visa',
): Promise<{ customer: Stripe.Customer; card: string }> {
  const customer = await stripe.customers.create({ name: '渋谷店', email: 'owner@example.com' });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  return { customer, card: method.id };
}

/** An account with the catalogue, and a customer who rents three devices since now. */
export async function openRental() {
  const account = await openTestAccount();
  const prices = await makeCatalogue(account.stripe);
  const { customer } = await customerWithCard(account.stripe);
  const subscription = await account.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.first.id }, { price: prices.second.id, quantity: 2 }],
  });
  return { account, prices, subscription };
}

/** The id in an expandable value. */
export function idOf(value: string | { id: string } | null | undefined): string {
  if (!value) throw new Error('There is none');
  return typeof value === 'string' ? value : value.id;
}

/** The error that a call is refused with. */
export async function refusalOf(call: Promise<unknown>): Promise<InstanceType<typeof StripeSdk.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof StripeSdk.errors.StripeError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}
