import type { ReactNode } from 'react';

/** The buttons at the end of a step; on a phone the one that continues comes first. */
export const StepActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">{children}</div>
);
