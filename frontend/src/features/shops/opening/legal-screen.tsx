import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/basics';
import { ContactLine } from '../../../ui/content';
import { useContact } from '../../../lib/use-call';
import { Folded } from '../../../ui/disclosure';
import { Page } from '../../../ui/page';
import type { LegalText } from '../../../text/legal-text';
import { useScrolledToEnd, ReadingBox } from '../../../ui/reading-box';
import { paths } from '../../../lib/paths';
import { acceptance } from '../../../lib/storage';
import { privacy } from '../../../text/privacy';
import { terms } from '../../../text/terms';
import { WizardProgress } from '../../../ui/steps';
import { entryNow, openingSteps } from './use-opening';

interface LegalScreenProps {
  text: LegalText;
  agreeLabel: string;
  onAgree: () => void;
  onBack: () => void;
  backLabel: string;
}

/** A text that can be agreed to only at its end (spec 2, Terms screen and Privacy screen). */
export function LegalScreen({ text, agreeLabel, onAgree, onBack, backLabel }: LegalScreenProps) {
  const reading = useScrolledToEnd();
  const { reachedEnd } = reading;
  return (
    <Page title={text.title}>
      <WizardProgress steps={Object.values(openingSteps)} current={0} />
      <ReadingBox
        label={text.title}
        reading={reading}
        className="card h-[50dvh] p-5 max-sm:h-[45dvh] focus-visible:outline-2 focus-visible:outline-accent sm:p-8"
      >
        <LegalBody text={text} />
      </ReadingBox>
      <p aria-live="polite" className="mt-3 text-sm text-ink-soft">
        {reachedEnd ? '最後までお読みいただきありがとうございます。' : '続きがあります。下までスクロールしてください。'}
      </p>
      <div className="mt-4 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button variant="secondary" onClick={onBack}>
          {backLabel}
        </Button>
        <Button disabled={!reachedEnd} onClick={onAgree}>
          {agreeLabel}
        </Button>
      </div>
    </Page>
  );
}

/** /stores/new/privacy-policy (spec 2, Privacy screen). */
export function PrivacyScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query] = useSearchParams();
  return (
    <LegalScreen
      text={privacy}
      agreeLabel="同意して店舗情報の入力へ"
      backLabel="利用規約に戻る"
      onBack={() => void navigate({ pathname: paths.newShop, search: query.toString() })}
      onAgree={() => {
        acceptance.acceptPrivacy();
        void navigate({ pathname: paths.newShopForm, search: query.toString() }, { state });
      }}
    />
  );
}

/** /stores/new (spec 2, Terms screen). */
export function TermsScreen() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <LegalScreen
      text={terms}
      agreeLabel="同意して次へ"
      backLabel="店舗一覧へ戻る"
      onBack={() => void navigate(paths.home)}
      onAgree={() => {
        acceptance.acceptTerms();
        void navigate({ pathname: paths.newShopPrivacy, search: query.toString() }, { state: { begun: entryNow() } });
      }}
    />
  );
}

const LegalBody = ({ text }: { text: LegalText }) => (
  <>
    <p className="text-ink-soft">{text.introduction}</p>
    {text.articles.map((article, index) => (
      <div key={article.heading} id={`article-${index + 1}`} className="mt-7">
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

/** A text that was agreed to, to be read and printed at any time. */
const ReadLegalScreen = ({ text }: { text: LegalText }) => (
  <Page title={text.title} back={{ to: paths.settings, label: '設定' }}>
    <div data-print="long" className="card p-5 leading-[1.75] sm:p-8">
      <div data-print="no" className="mb-5 border-b border-line pb-1 max-sm:-mt-2">
        <Folded label="目次" className="">
          <ol className="gap-x-6 pb-3 sm:columns-2">
            {text.articles.map(({ heading }, index) => (
              <li key={heading}>
                <a href={`#article-${index + 1}`} className="quiet-link">
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </Folded>
      </div>
      <LegalBody text={text} />
      <ContactLine className="mt-6" contact={useContact()} />
    </div>
  </Page>
);

export const ReadTermsScreen = () => <ReadLegalScreen text={terms} />;
export const ReadPrivacyScreen = () => <ReadLegalScreen text={privacy} />;
