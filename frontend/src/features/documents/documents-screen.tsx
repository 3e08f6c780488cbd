import { FolderDown } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/basics';
import { Page } from '../../ui/page';
import { DocumentList } from './document-list';
import { DocumentSearchForm, keysIn, type SearchKeys } from './document-search';

/** /documents: the invoices and receipts of all shops, deleted ones too. The search is in the address. */
export function DocumentsScreen() {
  const [address, setAddress] = useSearchParams();
  const keys = keysIn(address);
  const search = (next: SearchKeys) =>
    setAddress(Object.entries(next).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])));
  return (
    <Page
      title="請求書・領収書"
      back={{ to: paths.home, label: '店舗一覧' }}
      actions={
        <ButtonLink to={paths.documentExports} variant="secondary" Icon={FolderDown}>
          まとめてダウンロード
        </ButtonLink>
      }
    >
      <DocumentSearchForm keys={keys} onSearch={search} />
      <DocumentList key={address.toString()} keys={keys} />
    </Page>
  );
}
