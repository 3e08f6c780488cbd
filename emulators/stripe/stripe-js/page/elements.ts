import type { Appearance } from '@stripe/stripe-js';
import type { ErrorResult } from '../messages';
import { intentIdOf, type Api, type IntentKind } from './api';
import { CardElement, type ElementHost, type ElementType } from './element';
import { toFieldOptions } from './field-options';
import { IntegrationError } from './integration-error';

export interface ElementsOptions {
  clientSecret?: string;
  /** Without a client secret: the purpose of the intent that is made later. */
  mode?: 'payment' | 'setup' | 'subscription';
  amount?: number;
  currency?: string;
  appearance?: Appearance;
  allowedPaymentMethodTypes?: string[];
  [other: string]: unknown;
}

const isType = (type: unknown): type is ElementType => type === 'payment' || type === 'card';

function check(options: ElementsOptions): void {
  const { mode, amount, currency, clientSecret, customerSessionClientSecret } = options;
  const types = options.allowedPaymentMethodTypes;
  // docs.stripe.com/changelog/endive: renamed to allowedPaymentMethodTypes; the old name throws.
  if ('paymentMethodTypes' in options)
    throw new IntegrationError('elements() no longer takes paymentMethodTypes: use allowedPaymentMethodTypes.');
  if (clientSecret !== undefined && !intentIdOf('setup', clientSecret) && !intentIdOf('payment', clientSecret)) {
    throw new IntegrationError(
      'Invalid value for elements(): clientSecret should be a client secret of the form ${id}_secret_${secret}.',
    );
  }
  if (clientSecret !== undefined && mode !== undefined)
    throw new IntegrationError('elements() takes either clientSecret or mode, not both.');
  if (mode === 'payment' || mode === 'subscription') {
    if (!Number.isInteger(amount)) throw new IntegrationError(`elements() needs an amount with mode: '${mode}'.`);
    if (typeof currency !== 'string') throw new IntegrationError(`elements() needs a currency with mode: '${mode}'.`);
  }
  if (types && !types.includes('card')) {
    throw new IntegrationError(`The local stand-in for Stripe.js supports cards only, not ${types.join(', ')}.`);
  }
  if (customerSessionClientSecret !== undefined)
    throw new IntegrationError('The local stand-in for Stripe.js does not support customerSessionClientSecret.');
}

/** A group of elements (docs.stripe.com/js/elements_object). */
export class Elements {
  readonly #elements: CardElement[] = [];
  #submitted = false;

  constructor(
    private readonly api: Api,
    public options: ElementsOptions,
  ) {
    check(options);
  }

  /** The kind of intent; undefined if the page did not say. */
  get kind(): IntentKind | undefined {
    const { mode, clientSecret } = this.options;
    if (clientSecret !== undefined) return intentIdOf('setup', clientSecret) ? 'setup' : 'payment';
    return mode === undefined ? undefined : mode === 'setup' ? 'setup' : 'payment';
  }

  /** Whether the intent is created after the fields; then submit() must come before confirming. */
  get deferred(): boolean {
    return this.options.mode !== undefined;
  }

  get submitted(): boolean {
    return this.#submitted;
  }

  create(type: string, options: Record<string, unknown> = {}): CardElement {
    if (!isType(type))
      throw new IntegrationError(`The local stand-in for Stripe.js does not support the ${type} Element.`);
    if (this.#elements.some((one) => one._elementType === type))
      throw new IntegrationError(`Can only create one Element of type ${type}.`);
    if (type === 'payment' && this.kind === undefined)
      throw new IntegrationError('A payment Element needs elements() with clientSecret or mode.');
    const host: ElementHost = {
      origin: this.api.origin,
      fieldOptions: (element, given) => toFieldOptions(element, given, this.options.appearance ?? {}),
      prepare: () => this.#prepare(type),
      changed: () => void (this.#submitted = false),
      forget: (element) => void this.#elements.splice(this.#elements.indexOf(element), 1),
    };
    const element = new CardElement(host, type, options);
    this.#elements.push(element);
    return element;
  }

  async #prepare(type: ElementType): Promise<ErrorResult | undefined> {
    const { clientSecret } = this.options;
    if (type !== 'payment' || clientSecret === undefined || !this.kind) return undefined;
    const { error } = await this.api.retrieve(this.kind, clientSecret);
    return error;
  }

  /** Finds an element by its name, or by the wrapper's component for it. */
  getElement(type: unknown): CardElement | null {
    const name = typeof type === 'string' ? type : (type as { __elementType?: string } | null)?.__elementType;
    return this.#elements.find((one) => one._elementType === name) ?? null;
  }

  update(options: ElementsOptions): void {
    const { clientSecret: _fixed, ...changed } = options;
    const next = { ...this.options, ...changed };
    check(next);
    const money = ['mode', 'amount', 'currency'] as const;
    if (money.some((name) => next[name] !== this.options[name])) this.#submitted = false;
    this.options = next;
    for (const element of this.#elements) element.refresh();
  }

  fetchUpdates(): Promise<object> {
    return Promise.resolve({});
  }

  /** The mounted Payment Element; throws if there is none, because a page cannot confirm without it. */
  mountedPayment(call: string): CardElement {
    const element = this.getElement('payment');
    if (!element?.frame)
      throw new IntegrationError(`Invalid value for ${call}: elements should have a mounted Payment Element.`);
    return element;
  }

  /** Checks the fields and shows their errors (docs.stripe.com/js/elements/submit). */
  async submit(): Promise<{ selectedPaymentMethod: string; error?: undefined } | { error: ErrorResult }> {
    const error = await this.mountedPayment('elements.submit()').validate();
    this.#submitted = !error;
    return error ? { error } : { selectedPaymentMethod: 'card' };
  }
}
