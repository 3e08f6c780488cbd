import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { acceptance } from '../../../lib/storage';
import { terms } from '../../../text/terms';
import { LegalScreen } from './legal-screen';

/** /stores/new (spec 2, Terms screen). */
export function TermsScreen() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <LegalScreen
      text={terms}
      agreeLabel="同意して次へ"
      backLabel="ホームに戻る"
      onBack={() => void navigate(paths.home)}
      onAgree={() => {
        acceptance.acceptTerms();
        void navigate({ pathname: paths.newShopPrivacy, search: query.toString() });
      }}
    />
  );
}
