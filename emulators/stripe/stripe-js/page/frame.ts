import { textFor } from '../card/texts';
import type { ErrorResult, EventName, FrameEvents, FrameMethods, MethodName, ToPage } from '../messages';

/** Milliseconds a frame may take to load before the element reports a load error. */
const patience = 15_000;

/** The error that a page gets if a frame of Stripe's cannot be reached. */
export const unreachable = (): ErrorResult => ({
  type: 'api_connection_error',
  message: textFor('api_connection_error') ?? '',
});

/** A frame from Stripe's origin in the page, and the only way to talk to it. */
export class Frame {
  readonly element = document.createElement('iframe');
  readonly #loaded: Promise<void>;
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<EventName, (detail: never) => void>();
  #calls = 0;
  #listen: (message: MessageEvent<ToPage>) => void;

  constructor(
    private readonly origin: string,
    path: string,
    title: string,
  ) {
    const { element } = this;
    element.src = `${origin}${path}#${new URLSearchParams({ page: window.location.origin }).toString()}`;
    element.title = title;
    Object.assign(element.style, { border: '0', margin: '0', padding: '0', display: 'block', width: '100%' });
    let settle: (() => void) | undefined;
    this.#loaded = new Promise((resolve, reject) => {
      settle = resolve;
      setTimeout(() => reject(new Error(`The frame ${path} did not load`)), patience);
    });
    this.#loaded.catch(() => undefined);
    this.on('loaded', () => settle?.());
    this.#listen = (message) => {
      if (message.source === null || message.source !== element.contentWindow || message.origin !== origin) return;
      const { data } = message;
      if ('event' in data) this.#listeners.get(data.event)?.(data.detail as never);
      else {
        this.#waiting.get(data.response)?.resolve(data.result as never);
        this.#waiting.delete(data.response);
      }
    };
    window.addEventListener('message', this.#listen);
  }

  /** Resolves when the frame takes calls; rejects if it cannot be loaded. */
  get loaded(): Promise<void> {
    return this.#loaded;
  }

  on<Name extends EventName>(event: Name, listener: (detail: FrameEvents[Name]) => void): void {
    this.#listeners.set(event, listener);
  }

  /** Rejects if the frame could not be loaded, or is removed before it responds. */
  async call<Name extends MethodName>(
    method: Name,
    argument: Parameters<FrameMethods[Name]>[0],
  ): Promise<ReturnType<FrameMethods[Name]>> {
    await this.#loaded;
    this.#calls += 1;
    const call = this.#calls;
    return new Promise<ReturnType<FrameMethods[Name]>>((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      this.element.contentWindow?.postMessage({ call, method, argument }, this.origin);
    });
  }

  remove(): void {
    window.removeEventListener('message', this.#listen);
    this.element.remove();
    for (const { reject } of this.#waiting.values()) reject(new Error('The frame was removed'));
    this.#waiting.clear();
  }
}
