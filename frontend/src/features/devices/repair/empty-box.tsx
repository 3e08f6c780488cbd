/** In place of a list of records that is empty. */
export const EmptyBox = ({ children }: { children: string }) => (
  <p className="rounded-field bg-sunken px-4 py-10 text-center text-ink-soft">{children}</p>
);
