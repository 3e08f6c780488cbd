import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { productName } from '../text/brand';

interface PageProps {
  /** The screen's only h1, and the document's title if `documentTitle` is absent. */
  title: string;
  /** The document's title if the heading does not name the screen, e.g. a greeting. */
  documentTitle?: string;
  description?: ReactNode;
  /** The screen above this one, by its name. */
  back?: { to: string; label: string; /** A phone's tab bar leads there. */ tab?: boolean } | undefined;
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
          <h1 ref={heading} tabIndex={-1} className="text-[min(1.5rem,10vw)] leading-tight font-bold sm:text-[1.75rem]">
            {title}
          </h1>
          {description && <div className="mt-2 text-pretty text-ink-soft">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-3 max-sm:has-[>.grid]:w-full">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

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

/**
 * Key of the location whose heading has had its focus: a screen that changes its state does not take the focus again.
 */
let focusedKey: string | undefined;

/**
 * After a change of route, or of a screen's own step, the new heading gets the focus and the page starts at its top, as
 * after a page load. On the very first screen (react-router names its entry `default`) the browser decides about the
 * focus.
 */
function useHeadingFocus(step?: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const { key } = useLocation();
  useEffect(() => {
    const sameStep = shownStep.current === step;
    shownStep.current = step;
    if (sameStep && (key === 'default' || key === focusedKey)) return;
    focusedKey = key;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [key, step]);
  return heading;
}

/** The document's title while a screen is shown: "店舗選択 | Revonizer". */
function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | ${productName}`;
  }, [title]);
}
