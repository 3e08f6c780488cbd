import type { DeviceTerms } from '../../../text/device-terms';
import { ReadingBox, type Reading } from '../../../ui/reading-box';

interface TermsBoxProps {
  terms: DeviceTerms;
  /** Whether and how it was read; kept by the wizard, so that going back and forth does not ask again. */
  reading: Reading;
}

/** Terms in a frame of their own, to be read to their end (spec 4, Return wizard and Exchange wizard). */
export function TermsBox({ terms, reading }: TermsBoxProps) {
  return (
    <div>
      <ReadingBox
        label={terms.title}
        reading={reading}
        className="h-[min(28rem,48dvh)] rounded-field border border-line-strong/60 bg-sunken/60 p-4 sm:p-5"
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
      </ReadingBox>
      <p aria-live="polite" className="mt-2 text-sm text-ink-soft">
        {reading.reachedEnd ? '最後まで表示しました' : '規約を最後までお読みください'}
      </p>
    </div>
  );
}
