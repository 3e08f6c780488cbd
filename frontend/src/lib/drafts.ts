const prefix = 'draft:';

/** A browser may refuse its storage; forms then work without drafts. */
function inStorage<Value>(run: (storage: Storage) => Value): Value | undefined {
  try {
    return run(window.sessionStorage);
  } catch {
    return undefined;
  }
}

/**
 * What was typed into a long form, kept for this tab until the form is sent: a reload, the phone's back button or
 * another screen in between lose nothing. Never holds a card or a password.
 */
export const drafts = {
  /** The kept values, if they are this user's. */
  read: (form: string, userId: string): unknown =>
    inStorage((storage) => {
      const { of, values } = JSON.parse(storage.getItem(prefix + form) ?? '{}') as Record<string, unknown>;
      return of === userId ? values : undefined;
    }),
  write: (form: string, userId: string, values: unknown): void =>
    inStorage((storage) => storage.setItem(prefix + form, JSON.stringify({ of: userId, values }))),
  remove: (form: string): void => inStorage((storage) => storage.removeItem(prefix + form)),
  /** Called when a session is over, so that whoever uses the tab next does not find them. */
  removeAll: (): void =>
    inStorage((storage) => {
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
    }),
};
