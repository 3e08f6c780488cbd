import { Page } from '../../../ui/page';
import type { LegalText } from '../../../text/legal-text';
import { paths } from '../../../lib/paths';
import { privacy } from '../../../text/privacy';
import { terms } from '../../../text/terms';
import { LegalBody } from './legal-body';

/** A text that was agreed to, to be read and printed at any time. */
const ReadLegalScreen = ({ text }: { text: LegalText }) => (
  <Page title={text.title} back={{ to: paths.settings, label: '設定' }}>
    <div data-print="long" className="card p-5 leading-[1.75] sm:p-8">
      <LegalBody text={text} />
    </div>
  </Page>
);

export const ReadTermsScreen = () => <ReadLegalScreen text={terms} />;
export const ReadPrivacyScreen = () => <ReadLegalScreen text={privacy} />;
