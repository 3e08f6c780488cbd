import type { ReactNode } from 'react';
import { useHeadingFocus, useTitle } from '../../ui/page';

/** Heading of a signed-out screen, which is also the document's title. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  useTitle(title);
  const heading = useHeadingFocus();
  return (
    <div className="mb-6">
      <h1 ref={heading} tabIndex={-1} className="text-xl leading-snug font-bold">
        {title}
      </h1>
      {children && <p className="mt-1.5 text-sm text-ink-soft">{children}</p>}
    </div>
  );
}
