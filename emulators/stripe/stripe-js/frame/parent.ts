import type { EventName, FrameEvents, FrameMethods, MethodName, ToFrame } from '../messages';

type Handlers = Partial<{
  [Name in MethodName]: (
    argument: Parameters<FrameMethods[Name]>[0],
  ) => ReturnType<FrameMethods[Name]> | Promise<ReturnType<FrameMethods[Name]>>;
}>;

/**
 * The page around this frame. It named its origin when it opened the frame; messages from and to any other origin are
 * ignored.
 */
export class ParentPage {
  readonly #origin = new URLSearchParams(location.hash.slice(1)).get('page') ?? location.origin;

  tell<Name extends EventName>(event: Name, detail: FrameEvents[Name]): void {
    window.parent.postMessage({ event, detail }, this.#origin);
  }

  /** Handles the page's calls, and tells the page that it may call. */
  serve(handlers: Handlers): void {
    const work = async ({ call, method, argument }: ToFrame): Promise<void> => {
      const handler = handlers[method] as ((argument: unknown) => unknown) | undefined;
      if (handler) window.parent.postMessage({ response: call, result: await handler(argument) }, this.#origin);
    };
    window.addEventListener('message', (message: MessageEvent<ToFrame>) => {
      if (message.source === window.parent && message.origin === this.#origin) void work(message.data);
    });
    this.tell('loaded', null);
  }
}
