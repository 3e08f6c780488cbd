import { textFor } from '../card/texts';

interface FieldSpec {
  id: string;
  label: string;
  placeholder: string;
  /** HTML autofill token: `cc-number`. */
  autocomplete: AutoFill;
  /** Reduces typed text to the characters that count. */
  parse(text: string): string;
  format(digits: string): string;
  /** The error code of the value; undefined if it is valid. */
  check(digits: string): string | undefined;
  /** Whether no more can be typed, so that the focus moves on. */
  isFull(digits: string): boolean;
}

/** The caret's position after formatting: behind as many digits as before. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let position = 0;
  for (let seen = 0; position < formatted.length && seen < digitsBefore; position += 1)
    if (/\d/.test(formatted[position] ?? '')) seen += 1;
  return /^ \/ $|^ $/.test(formatted.slice(position)) ? formatted.length : position;
}

/** One labelled input with its error text, wired for screen readers. */
export class Field {
  readonly root = document.createElement('div');
  readonly input = document.createElement('input');
  readonly box = document.createElement('div');
  readonly #label = document.createElement('label');
  readonly #error = document.createElement('p');
  #digits = '';
  /** Called after every change; `full` says that the focus may move on. */
  onChange: (full: boolean) => void = () => {};

  constructor(readonly spec: FieldSpec) {
    const { root, input, box } = this;
    root.className = `Field Field--${spec.id}`;
    this.#label.className = 'Label';
    this.#label.htmlFor = input.id = spec.id;
    this.#label.textContent = spec.label;
    box.className = 'Box';
    input.className = 'Input';
    Object.assign(input, {
      name: spec.id,
      autocomplete: spec.autocomplete,
      placeholder: spec.placeholder,
      inputMode: 'numeric',
      spellcheck: false,
      required: true,
    });
    input.setAttribute('aria-describedby', `${spec.id}-error`);
    this.#error.className = 'Error';
    this.#error.id = `${spec.id}-error`;
    this.#error.setAttribute('role', 'alert');
    box.append(input);
    root.append(this.#label, box, this.#error);
    input.addEventListener('input', (event) => {
      // A Japanese keyboard composes text first; it must not be changed until that ends.
      if (!(event instanceof InputEvent)) this.#typed('');
      else if (!event.isComposing) this.#typed(event.inputType);
    });
    input.addEventListener('compositionend', () => this.#typed(''));
    input.addEventListener('blur', () => this.#digits !== '' && this.show());
  }

  get digits(): string {
    return this.#digits;
  }

  get problem(): string | undefined {
    return this.spec.check(this.#digits);
  }

  set(digits: string): void {
    this.#digits = digits;
    this.input.value = this.spec.format(digits);
    this.mark(undefined);
  }

  /** Shows the error of the value, or removes it. */
  show(): void {
    this.mark(this.problem);
  }

  mark(code: string | undefined): void {
    this.#error.textContent = code === undefined ? '' : (textFor(code) ?? '');
    this.input.setAttribute('aria-invalid', String(code !== undefined));
    this.input.classList.toggle('Input--invalid', code !== undefined);
  }

  #typed(inputType: string): void {
    const { input, spec } = this;
    const caret = input.selectionStart ?? input.value.length;
    let before = input.value.slice(0, caret).replaceAll(/[^\d０-９]/g, '').length;
    let digits = spec.parse(input.value);
    // The user deleted only a separator but means the digit before it.
    if (inputType === 'deleteContentBackward' && digits === this.#digits && before > 0) {
      before -= 1;
      digits = spec.parse(digits.slice(0, before) + digits.slice(before + 1));
    }
    const grew = digits.length > this.#digits.length;
    const atEnd = caret >= input.value.length;
    this.#digits = digits;
    input.value = spec.format(digits);
    const position = atEnd ? input.value.length : caretAfter(input.value, before);
    if (document.activeElement === input) input.setSelectionRange(position, position);
    const full = spec.isFull(digits);
    this.mark(full ? this.problem : undefined);
    this.onChange(full && grew && this.problem === undefined);
  }
}
