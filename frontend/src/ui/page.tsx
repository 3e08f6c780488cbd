import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useHeadingFocus, useTitle } from './use-heading-focus';

interface PageProps {
  /** The screen's only h1, and the document's title if `documentTitle` is absent. */
  title: string;
  /** The document's title if the heading does not name the screen, e.g. a greeting. */
  documentTitle?: string;
  description?: ReactNode;
  /** The screen above this one, by its name. */
  back?: { to: string; label: string; /** A phone's tab bar leads there. */ tab?: boolean };
  actions?: ReactNode;
  /** The step that the screen shows, if it has several: a change moves to the top, like a change of screen. */
  step?: string;
  children: ReactNode;
}

/** A screen inside the app shell. */
export function Page({ title, documentTitle = title, description, back, actions, step, children }: PageProps) {
  useTitle(documentTitle);
  const heading = useHeadingFocus(step);
  return (
    <div className="mx-auto w-full max-w-4xl">
      {back && (
        <Link to={back.to} className={`quiet-link mb-3 -ml-2 px-2 ${back.tab ? 'max-md:hidden' : ''}`}>
          <ArrowLeft aria-hidden className="size-4" />
          {back.label}へ戻る
        </Link>
      )}
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-2xl leading-tight font-bold sm:text-[1.75rem]">
            {title}
          </h1>
          {description && <div className="mt-2 text-ink-soft">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
