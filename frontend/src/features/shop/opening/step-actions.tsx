import type { ReactNode } from 'react';

/** The ways on and back at the end of a step; on a phone the way on comes first, under the thumb. */
export const StepActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">{children}</div>
);
