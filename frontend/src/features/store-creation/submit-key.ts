/** Names a submit: the same content keeps its key, so that a retry is the same submit; other content gets a new one. */
export class SubmitKey {
  #content = '';
  #key = '';

  /** The idempotency key of a body. */
  for(body: unknown): string {
    const content = JSON.stringify(body);
    if (content !== this.#content) {
      this.#content = content;
      this.#key = crypto.randomUUID();
    }
    return this.#key;
  }
}
