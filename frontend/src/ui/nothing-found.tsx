/** In place of a list in which a search finds nothing. */
export const NothingFound = ({ children }: { children: string }) => (
  <p className="rounded-card border border-line bg-surface px-5 py-10 text-center text-ink-soft">{children}</p>
);
