import type { ErrorResult, FieldOptions } from '../messages';
import { Frame, unreachable } from './frame';
import { IntegrationError } from './integration-error';

export type ElementType = 'card' | 'payment';
type Listener = (event: unknown) => void;

const frameTitle = 'カード情報の入力欄（安全な接続）';

export interface ElementHost {
  origin: string;
  /** The options for the frame, from the options given to the element. */
  fieldOptions(type: ElementType, options: Record<string, unknown>): FieldOptions;
  /** Resolves to an error if the intent of the elements cannot be used. */
  prepare(): Promise<ErrorResult | undefined>;
  /** Called when the typed data changes: an earlier submit no longer counts. */
  changed(): void;
  forget(element: CardElement): void;
}

/** A Payment or Card Element (docs.stripe.com/js/element): a frame of Stripe's in the page. */
export class CardElement {
  frame: Frame | undefined;
  options: Record<string, unknown>;
  #container: HTMLElement | undefined;
  #destroyed = false;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(
    private readonly host: ElementHost,
    /** Undocumented, but wrappers rely on it. */
    readonly _elementType: ElementType,
    options: Record<string, unknown>,
  ) {
    this.options = options;
  }

  on(event: string, listener: Listener): this {
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all.add(listener));
    return this;
  }

  once(event: string, listener: Listener): this {
    const first: Listener = (detail) => {
      this.off(event, first);
      listener(detail);
    };
    return this.on(event, first);
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
    if (!container)
      throw new IntegrationError(
        `The selector you specified (${typeof target === 'string' ? target : 'an element'}) applies to no DOM ` +
          'elements that are currently on the page.',
      );
    if (this.frame && this.#container === container) return;
    this.unmount();
    this.#container = container;
    this.#open(container);
  }

  #open(container: HTMLElement): void {
    const frame = new Frame(this.host.origin, '/elements/fields', frameTitle);
    const { style } = frame.element;
    // Makes up for the margin inside the frame, which leaves room for the focus ring.
    Object.assign(style, {
      margin: '-4px',
      width: 'calc(100% + 8px)',
      maxWidth: 'none',
      height: this._elementType === 'payment' ? '150px' : '32px',
    });
    this.frame = frame;
    container.classList.add('StripeElement', 'StripeElement--empty');
    container.append(frame.element);
    frame.on('ready', () => this.#emit('ready'));
    frame.on('height', (height) => void (style.height = `${height}px`));
    frame.on('escape', () => this.#emit('escape'));
    frame.on('focus', () => {
      this.#mark('focus', true);
      this.#emit('focus');
    });
    frame.on('blur', () => {
      this.#mark('focus', false);
      this.#emit('blur');
    });
    frame.on('change', ({ complete, empty, brand, error, country }) => {
      this.host.changed();
      this.#mark('complete', complete);
      this.#mark('empty', empty);
      this.#mark('invalid', error !== undefined);
      const billing = country === undefined ? {} : { billingDetails: { address: { country, postalCode: null } } };
      if (this._elementType === 'payment')
        this.#emit('change', { complete, empty, collapsed: false, value: { type: 'card', ...billing } });
      else this.#emit('change', { complete, empty, brand, error, value: { postalCode: '' } });
    });
    queueMicrotask(() => this.#emit('loaderstart'));
    void this.#start(frame);
  }

  async #start(frame: Frame): Promise<void> {
    try {
      await frame.loaded;
      const error = await this.host.prepare();
      if (this.frame !== frame) return;
      if (error) this.#emit('loaderror', { error });
      else await this.#sendOptions();
    } catch {
      if (this.frame === frame) this.#emit('loaderror', { error: unreachable() });
    }
  }

  #mark(state: string, on: boolean): void {
    this.#container?.classList.toggle(`StripeElement--${state}`, on);
  }

  /** Sends the frame its look, again after every change of options or appearance. */
  async #sendOptions(): Promise<void> {
    const { frame } = this;
    if (!frame) return;
    const options = this.host.fieldOptions(this._elementType, this.options);
    // A frame whose colour scheme is not its document's gets an opaque white ground.
    frame.element.style.colorScheme = options.appearance.theme === 'night' ? 'dark' : 'light';
    await frame.call('options', options);
  }

  refresh(): void {
    if (this.frame) void this.frame.loaded.then(() => this.#sendOptions()).catch(() => undefined);
  }

  update(options: Record<string, unknown>): this {
    this.options = { ...this.options, ...options };
    this.refresh();
    return this;
  }

  /** Returns the error of the typed data, which the fields show as well. */
  async validate(): Promise<ErrorResult | undefined> {
    return this.frame?.call('validate', null).catch(unreachable);
  }

  focus(): void {
    this.frame?.element.focus();
    void this.frame?.call('focus', null).catch(() => undefined);
  }

  blur(): void {
    void this.frame?.call('blur', null).catch(() => undefined);
  }

  clear(): void {
    void this.frame?.call('clear', null).catch(() => undefined);
  }

  collapse(): this {
    return this;
  }

  unmount(): void {
    this.frame?.remove();
    this.frame = undefined;
    this.#container?.classList.remove(
      'StripeElement',
      ...['complete', 'empty', 'focus', 'invalid'].map((state) => `StripeElement--${state}`),
    );
    this.#container = undefined;
  }

  destroy(): void {
    this.unmount();
    this.#destroyed = true;
    this.host.forget(this);
  }
}
