/** A channel between the tabs of a browser, which jsdom lacks. It delivers at once. */
export class FakeChannel extends EventTarget {
  static readonly #open = new Set<FakeChannel>();

  constructor(readonly name: string) {
    super();
    FakeChannel.#open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.#open)
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}
