import { hash, newSecret } from '../../adapters/ids';
import { seal, unseal } from '../../adapters/sealing';

/**
 * The secret of a session's or a challenge's cookie. Only a request with that cookie has it; the server keeps its hash.
 * The value is in a private field, so no log line, error or JSON with this object shows it.
 */
export class CookieSecret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** A new one, of 256 random bits. */
  static make(): CookieSecret {
    return new CookieSecret(newSecret());
  }

  /** The key of the item that belongs to the cookie. */
  get hash(): string {
    return hash(this.#value);
  }

  /** Encrypts a text that only a request with this cookie can read again. */
  seal(text: string): string {
    return seal(text, this.#value);
  }

  /** The text of {@link seal}; throws if it was sealed with another secret. */
  unseal(sealed: string): string {
    return unseal(sealed, this.#value);
  }

  /** The cookie's value; `prefix` stands before the secret. */
  toCookie(prefix = ''): string {
    return prefix + this.#value;
  }
}
