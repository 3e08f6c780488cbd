import type { LegalText } from '../../../text/legal-text';

/** The articles of a legal text. */
export const LegalBody = ({ text }: { text: LegalText }) => (
  <>
    <p className="text-ink-soft">{text.introduction}</p>
    {text.articles.map((article) => (
      <div key={article.heading} className="mt-7">
        <h2 className="text-base font-semibold text-ink">{article.heading}</h2>
        {article.paragraphs.length === 1 ? (
          <p className="mt-2 text-ink-soft">{article.paragraphs[0]}</p>
        ) : (
          <ol className="mt-2 list-decimal space-y-2 pl-6 text-ink-soft">
            {article.paragraphs.map((paragraph) => (
              <li key={paragraph}>{paragraph}</li>
            ))}
          </ol>
        )}
      </div>
    ))}
    <p className="mt-8 text-right text-ink-soft">{text.closing}</p>
  </>
);
