import { Button } from '../../../ui/button';
import { Page } from '../../../ui/page';
import type { LegalText } from '../../../text/legal-text';
import { useScrolledToEnd } from '../../../lib/use-scrolled-to-end';
import { LegalBody } from './legal-body';
import { ReadingBox } from '../../../ui/reading-box';

interface LegalScreenProps {
  text: LegalText;
  agreeLabel: string;
  onAgree: () => void;
  onBack: () => void;
  backLabel: string;
}

/** A text that can be agreed to only at its end (spec 2, Terms screen and Privacy screen). */
export function LegalScreen({ text, agreeLabel, onAgree, onBack, backLabel }: LegalScreenProps) {
  const reading = useScrolledToEnd<HTMLElement>();
  const { reachedEnd } = reading;
  return (
    <Page title={text.title} description="最後までお読みいただくと、同意のボタンを押せるようになります。">
      <ReadingBox
        label={text.title}
        reading={reading}
        className="card h-[56dvh] p-5 focus-visible:outline-2 focus-visible:outline-accent sm:p-8"
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
