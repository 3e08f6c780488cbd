import { errors } from '../wire/errors';
import { embeddedList } from '../wire/paging';
import type { Account } from './account';
import { paymentsOf, render } from './render';
import { referenceOf } from './kinds';
import { isOver } from './subscription-status';

type Json = Record<string, unknown>;

/** Fields that are in a response only if expanded. */
const includables: Record<string, Record<string, (account: Account, owner: Json) => unknown>> = {
  customer: {
    subscriptions: (account, owner) =>
      embeddedList(
        `/v1/customers/${String(owner['id'])}/subscriptions`,
        account.store
          .all('subscriptions')
          .filter((one) => one.customer === owner['id'] && !isOver(one))
          .toReversed()
          .map((one) => render(account, 'subscriptions', one)),
      ),
  },
  coupon: { applies_to: (account, owner) => account.own('coupons', String(owner['id'])).applies_to },
  invoice: {
    payments: (account, owner) =>
      embeddedList(`/v1/invoice_payments?invoice=${String(owner['id'])}`, paymentsOf(account, String(owner['id']))),
    confirmation_secret: (account, owner) => {
      const open = paymentsOf(account, String(owner['id'])).find((payment) => payment.is_default);
      if (!open || owner['status'] === 'draft') return null;
      return {
        client_secret: account.own('paymentIntents', open.payment.payment_intent).client_secret,
        type: 'payment_intent',
      };
    },
  },
};

const cannot = (path: string): Error =>
  errors.invalid(`This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' instead.`, {
    param: 'expand',
  });

class Expansion {
  constructor(
    private readonly account: Account,
    private readonly path: string,
  ) {}

  /** `owner` is the nearest object of Stripe's; `at` is the path from it to `value`. */
  walk(value: unknown, segments: string[], owner: Json, at: string): unknown {
    if (Array.isArray(value)) return value.map((one) => this.walk(one, segments, owner, at));
    if (typeof value === 'string') return this.#reference(value, segments, owner, at);
    if (typeof value !== 'object' || value === null) {
      if (value === null) return null;
      throw cannot(this.path);
    }
    const [segment, ...rest] = segments;
    if (segment === undefined) return value;
    const node = value as Json;
    const own = typeof node['object'] === 'string' && node['object'] !== 'list';
    const nextOwner = own ? node : owner;
    const nextAt = own || at === '' ? segment : `${at}.${segment}`;
    if (node['object'] === 'list') {
      if (segment !== 'data') throw cannot(this.path);
      return { ...node, data: this.walk(node['data'], rest, owner, at) };
    }
    const include = includables[String(nextOwner['object'])]?.[nextAt];
    const found = node[segment] === undefined && include ? include(this.account, nextOwner) : node[segment];
    if (found === undefined && include) return node; // may be expanded, but this one is absent
    if (found === undefined) throw cannot(this.path);
    return { ...node, [segment]: this.walk(found, rest, nextOwner, nextAt) };
  }

  #reference(id: string, segments: string[], owner: Json, at: string): unknown {
    const kind = referenceOf(String(owner['object']), at);
    if (!kind) throw cannot(this.path);
    const found = this.account.get(kind, id);
    if (!found) return id;
    const whole = render(this.account, kind, found);
    return segments.length === 0 ? whole : this.walk(whole, segments, whole as Json, '');
  }
}

/** docs.stripe.com/api/expanding_objects: at most four levels deep. */
export function expand(account: Account, body: object, paths: string[]): object {
  let expanded: unknown = body;
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.length > 4) {
      throw errors.invalid(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
        param: 'expand',
      });
    }
    expanded = new Expansion(account, path).walk(expanded, segments, expanded as Json, '');
  }
  return expanded as object;
}
