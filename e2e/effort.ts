import type { Page } from 'playwright/test';

interface Effort {
  /** Presses of a finger or mouse, wherever they land. */
  taps: number;
  /** Fields that were typed into, the payment provider's too; what the page fills in itself does not count. */
  fields: number;
}

/** Counts what a person does on a page. To be called before the page opens its first address. */
export async function countEffort(page: Page): Promise<{ start: () => void; spent: () => Effort }> {
  let spent: Effort = { taps: 0, fields: 0 };
  await page.exposeFunction('countEffort', (kind: keyof Effort) => {
    spent[kind] += 1;
  });
  await page.addInitScript(() => {
    const count = (kind: string) =>
      void (globalThis as unknown as { countEffort: (kind: string) => Promise<void> }).countEffort(kind);
    const typed = new WeakSet<EventTarget>();
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count('taps'), true);
    addEventListener(
      'input',
      ({ isTrusted, target }) => {
        const isText = target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox';
        if (!isTrusted || !isText || typed.has(target)) return;
        typed.add(target);
        count('fields');
      },
      true,
    );
  });
  return {
    start: () => {
      spent = { taps: 0, fields: 0 };
    },
    spent: () => ({ ...spent }),
  };
}
