/** A form value as Stripe reads it: nested brackets make hashes, `[]` and `[0]` make lists. */
export type FormValue = string | FormValue[] | FormHash;
export interface FormHash {
  [key: string]: FormValue;
}

const isHash = (value: FormValue | undefined): value is FormHash => typeof value === 'object' && !Array.isArray(value);

/** `a[b][]` -> ['a', 'b', ''] */
function keysOf(name: string): string[] {
  const start = name.indexOf('[');
  if (start <= 0) return [name];
  const keys = [name.slice(0, start)];
  for (const match of name.slice(start).matchAll(/\[([^\]]*)\]/g)) keys.push(match[1] ?? '');
  return keys;
}

function place(into: FormHash, keys: string[], value: string): void {
  let node: FormHash = into;
  keys.forEach((key, index) => {
    const last = index === keys.length - 1;
    const slot = key === '' ? String(Object.keys(node).length) : key;
    if (last) {
      node[slot] = value;
      return;
    }
    const next = node[slot];
    if (isHash(next)) node = next;
    else node = node[slot] = Object.create(null) as FormHash;
  });
}

/**
 * Reads `application/x-www-form-urlencoded` text or a query string. Lists stay hashes with numbered keys; a reader that
 * expects a list reads them as one (see list in params.ts).
 */
export function parseForm(text: string): FormHash {
  const form = Object.create(null) as FormHash;
  for (const [name, value] of new URLSearchParams(text)) place(form, keysOf(name), value);
  return form;
}

/** The same text for the same parameters in any order, for comparing idempotent requests. */
export function canonicalForm(form: FormValue): string {
  if (typeof form === 'string') return JSON.stringify(form);
  const keys = Object.keys(form).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalForm((form as FormHash)[key] ?? '')}`).join(',')}}`;
}
