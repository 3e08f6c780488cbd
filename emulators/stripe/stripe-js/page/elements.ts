import type { Appearance } from '@stripe/stripe-js';
import type { ErrorResult } from '../messages';
import type { Api, IntentKind } from './api';
import { checkFields, IntegrationError } from './billing';
import { Frame, unreachable } from './frame';

export interface ElementsOptions {
  /** The purpose of the intent that is made later. */
  mode?: 'payment' | 'setup' | 'subscription';
  amount?: number;
  currency?: string;
  appearance?: Appearance;
  allowedPaymentMethodTypes?: string[];
  [other: string]: unknown;
}

function check(options: ElementsOptions): void {
  const { mode, amount, currency, allowedPaymentMethodTypes: types } = options;
  // docs.stripe.com/changelog/endive: renamed to allowedPaymentMethodTypes; the old name throws.
  if ('paymentMethodTypes' in options)
    throw new IntegrationError('elements() no longer takes paymentMethodTypes: use allowedPaymentMethodTypes.');
  for (const name of ['clientSecret', 'customerSessionClientSecret'])
    if (name in options) throw new IntegrationError(`The local stand-in for Stripe.js does not support ${name}.`);
  if (mode === undefined) throw new IntegrationError('A payment Element needs elements() with mode.');
  if (mode !== 'setup') {
    if (!Number.isInteger(amount)) throw new IntegrationError(`elements() needs an amount with mode: '${mode}'.`);
    if (typeof currency !== 'string') throw new IntegrationError(`elements() needs a currency with mode: '${mode}'.`);
  }
  if (types && !types.includes('card'))
    throw new IntegrationError(`The local stand-in for Stripe.js supports cards only, not ${types.join(', ')}.`);
}

type Listener = (event: unknown) => void;

interface Host {
  origin: string;
  appearance(): Appearance;
  /** Called when the typed data changes: an earlier submit no longer counts. */
  changed(): void;
  forget(): void;
}

/** A Payment Element (docs.stripe.com/js/element): a frame of Stripe's in the page. */
export class PaymentElement {
  frame: Frame | undefined;
  /** Undocumented, but wrappers rely on it. */
  readonly _elementType = 'payment';
  #container: HTMLElement | undefined;
  #destroyed = false;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(
    private readonly host: Host,
    options: Record<string, unknown>,
  ) {
    checkFields(options);
  }

  on(event: string, listener: Listener): this {
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all.add(listener));
    return this;
  }

  off(event: string, listener?: Listener): this {
    if (listener) this.#listeners.get(event)?.delete(listener);
    else this.#listeners.delete(event);
    return this;
  }

  #emit(event: string, detail: object = {}): void {
    for (const listener of Array.from(this.#listeners.get(event) ?? []))
      listener({ elementType: this._elementType, ...detail });
  }

  mount(target: string | HTMLElement): void {
    if (this.#destroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
    const container = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!container) throw new IntegrationError('The selector you specified applies to no DOM elements.');
    if (this.frame && this.#container === container) return;
    this.unmount();
    this.#container = container;
    this.#open(container);
  }

  #open(container: HTMLElement): void {
    const frame = new Frame(this.host.origin, '/elements/fields', 'カード情報の入力欄（安全な接続）');
    const { style } = frame.element;
    // Makes up for the margin inside the frame, which leaves room for the focus ring.
    Object.assign(style, { margin: '-4px', width: 'calc(100% + 8px)', maxWidth: 'none', height: '150px' });
    this.frame = frame;
    container.append(frame.element);
    frame.on('ready', () => this.#emit('ready'));
    frame.on('height', (height) => void (style.height = `${height}px`));
    frame.on('change', (detail) => {
      this.host.changed();
      this.#emit('change', { ...detail, collapsed: false, value: { type: 'card' } });
    });
    queueMicrotask(() => this.#emit('loaderstart'));
    void this.refresh();
  }

  /** Sends the frame its look: when it has loaded, and after every change. */
  async refresh(): Promise<void> {
    const { frame } = this;
    if (!frame) return;
    const appearance = this.host.appearance();
    // A frame whose colour scheme is not its document's gets an opaque white ground.
    frame.element.style.colorScheme = appearance.theme === 'night' ? 'dark' : 'light';
    try {
      await frame.call('appearance', appearance);
    } catch {
      if (this.frame === frame) this.#emit('loaderror', { error: unreachable() });
    }
  }

  update(options: Record<string, unknown>): this {
    if ('fields' in options) checkFields(options);
    return this;
  }

  /** Returns the error of the typed data, which the fields show as well. */
  async validate(): Promise<ErrorResult | undefined> {
    return this.frame?.call('validate', null).catch(unreachable);
  }

  unmount(): void {
    this.frame?.remove();
    this.frame = undefined;
    this.#container = undefined;
  }

  destroy(): void {
    this.unmount();
    this.#destroyed = true;
    this.host.forget();
  }
}

/** A group of elements (docs.stripe.com/js/elements_object), which here has the Payment Element alone. */
export class Elements {
  #element: PaymentElement | undefined;
  submitted = false;

  constructor(
    private readonly api: Pick<Api, 'origin'>,
    public options: ElementsOptions,
  ) {
    check(options);
  }

  get kind(): IntentKind {
    return this.options.mode === 'setup' ? 'setup' : 'payment';
  }

  create(type: string, options: Record<string, unknown> = {}): PaymentElement {
    if (type !== 'payment')
      throw new IntegrationError(`The local stand-in for Stripe.js does not support the ${type} Element.`);
    if (this.#element) throw new IntegrationError(`Can only create one Element of type ${type}.`);
    const host: Host = {
      origin: this.api.origin,
      appearance: () => this.options.appearance ?? {},
      changed: () => void (this.submitted = false),
      forget: () => void (this.#element = undefined),
    };
    this.#element = new PaymentElement(host, options);
    return this.#element;
  }

  update(options: ElementsOptions): void {
    const next = { ...this.options, ...options };
    check(next);
    const money = ['mode', 'amount', 'currency'] as const;
    if (money.some((name) => next[name] !== this.options[name])) this.submitted = false;
    this.options = next;
    void this.#element?.refresh();
  }

  /** The mounted Payment Element and its frame; throws if there is none: a page cannot confirm without it. */
  mountedPayment(call: string): { element: PaymentElement; frame: Frame } {
    const element = this.#element;
    if (!element?.frame)
      throw new IntegrationError(`Invalid value for ${call}: elements should have a mounted Payment Element.`);
    return { element, frame: element.frame };
  }

  /** Checks the fields and shows their errors (docs.stripe.com/js/elements/submit). */
  async submit(): Promise<{ selectedPaymentMethod: string; error?: undefined } | { error: ErrorResult }> {
    const error = await this.mountedPayment('elements.submit()').element.validate();
    this.submitted = !error;
    return error ? { error } : { selectedPaymentMethod: 'card' };
  }
}
