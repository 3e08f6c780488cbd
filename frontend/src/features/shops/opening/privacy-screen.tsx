import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { acceptance } from '../../../lib/storage';
import { privacy } from '../../../text/privacy';
import { LegalScreen } from './legal-screen';

/** /stores/new/privacy-policy (spec 2, Privacy screen). */
export function PrivacyScreen() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <LegalScreen
      text={privacy}
      agreeLabel="同意して店舗情報の入力へ"
      backLabel="利用規約に戻る"
      onBack={() => void navigate({ pathname: paths.newShop, search: query.toString() })}
      onAgree={() => {
        acceptance.acceptPrivacy();
        void navigate({ pathname: paths.newShopForm, search: query.toString() });
      }}
    />
  );
}
