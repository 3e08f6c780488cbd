import { createHmac } from 'node:crypto';
import type { LocalClock } from '../../platform/index';
import type { DeliveryRecord } from '../state/records';
import type { Store } from '../state/store';
import { hour } from '../time/periods';
import type { DeliveryMode } from './delivery-mode';

/**
 * The `Stripe-Signature` header (docs.stripe.com/webhooks/signature): `timestamp` in unix seconds, over exactly the
 * bytes of the body.
 */
function signatureHeader(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

export interface Webhook {
  url: string;
  /** `whsec_…` */
  secret: string;
  /** The types that it gets (`enabled_events`). @default all */
  events?: readonly string[];
}

/** docs.stripe.com/webhooks#retries: growing delays for three days. Seconds after each failed attempt. */
const delays = [300, 1800, 2 * hour, 5 * hour, 10 * hour, ...Array.from({ length: 5 }, () => 12 * hour)];

/** Real milliseconds until a delivery without a response has failed. */
const patience = 10_000;

/**
 * Sends waiting events, signed, to the webhook, and plans the next attempt of failed ones. An event may arrive twice,
 * and events may arrive in any order.
 */
export class EventDelivery {
  #running: Promise<void> | undefined;
  #again = false;

  constructor(
    private readonly store: Store,
    private readonly clock: LocalClock,
    private readonly webhook: () => Webhook | undefined,
    private readonly mode: () => DeliveryMode,
  ) {}

  /** Resolves when everything due at this moment was attempted. */
  run(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#passes().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Waits for a running pass, and starts none. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #passes(): Promise<void> {
    do {
      this.#again = false;
      for (const record of this.#due()) {
        const webhook = this.webhook();
        if (!webhook) return;
        await this.#deliver(record, webhook);
      }
    } while (this.#again);
  }

  #due(): DeliveryRecord[] {
    const { lateSeconds = 0, reversed = false } = this.mode();
    const dueAt = ({ due, attempts }: DeliveryRecord): number => due + (attempts === 0 ? lateSeconds : 0);
    const due = this.store.all('deliveries').filter((one) => dueAt(one) * 1000 <= this.clock.now());
    return reversed ? due.toReversed() : due;
  }

  async #deliver(record: DeliveryRecord, webhook: Webhook): Promise<void> {
    const event = this.store.get('events', record.id);
    if (!event) {
      this.store.drop('deliveries', record.id);
      await this.store.commit();
      return;
    }
    const sendOnce = (): Promise<boolean> => send(JSON.stringify(event), webhook, Math.floor(this.clock.now() / 1000));
    const delivered = await sendOnce();
    if (delivered && this.mode().twice) await sendOnce();
    if (!this.store.get('deliveries', record.id)) return; // a reset removed it meanwhile
    const delay = delays[record.attempts];
    if (delivered || delay === undefined) {
      this.store.drop('deliveries', record.id);
      if (delivered) this.store.put('events', { ...event, pending_webhooks: 0 });
    } else {
      this.store.put('deliveries', {
        id: record.id,
        attempts: record.attempts + 1,
        due: Math.floor(this.clock.now() / 1000) + delay,
      });
    }
    await this.store.commit();
  }
}

async function send(body: string, webhook: Webhook, timestamp: number): Promise<boolean> {
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(body, webhook.secret, timestamp),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      // A redirect counts as a failure (docs.stripe.com/webhooks).
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
