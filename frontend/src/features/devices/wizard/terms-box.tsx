import type { DeviceTerms } from '../../../text/device-terms';
import type { useScrolledToEnd } from '../../../lib/use-scrolled-to-end';

interface TermsBoxProps {
  terms: DeviceTerms;
  /** Whether and how it was read; kept by the wizard, so that going back and forth does not ask again. */
  reading: ReturnType<typeof useScrolledToEnd<HTMLElement>>;
}

/** Terms in a frame of their own, to be read to their end (spec 4, Return wizard and Exchange wizard). */
export function TermsBox({ terms, reading: { reachedEnd, ref, onScroll } }: TermsBoxProps) {
  return (
    <div>
      <section
        ref={ref}
        onScroll={onScroll}
        // A keyboard can scroll only an element that it can focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={terms.title}
        className={[
          'h-[min(18rem,38dvh)] overflow-y-auto rounded-field border border-line-strong/60 bg-sunken/60 p-4',
          'leading-7 sm:p-5',
        ].join(' ')}
      >
        {terms.articles.map(({ heading, paragraphs }) => (
          <div key={heading} className="mt-5 first:mt-0">
            <h4 className="font-semibold">{heading}</h4>
            <ul className="mt-1 list-disc space-y-1 pl-5 text-ink-soft marker:text-line-strong">
              {paragraphs.map((paragraph) => (
                <li key={paragraph}>{paragraph}</li>
              ))}
            </ul>
          </div>
        ))}
      </section>
      <p aria-live="polite" className={`mt-2 text-sm ${reachedEnd ? 'text-success' : 'font-medium text-ink'}`}>
        {reachedEnd ? '最後までお読みいただきありがとうございます。' : '規約を最後までお読みください'}
      </p>
    </div>
  );
}
