import { useSearchParams } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { Page } from '../../../ui/page';
import { DocumentList } from './document-list';
import { DocumentSearchForm, keysIn, type SearchKeys } from './document-search';

/** /documents: the invoices and receipts of all shops, also of those that are gone. The search is in the address. */
export function DocumentsScreen() {
  const [address, setAddress] = useSearchParams();
  const keys = keysIn(address);
  const search = (next: SearchKeys) =>
    setAddress(Object.entries(next).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])));
  return (
    <Page
      title="請求書・領収書"
      description="すべての店舗の請求書と領収書を、発行日・金額・店舗でさがせます。"
      back={{ to: paths.home, label: '店舗一覧へ戻る' }}
    >
      <DocumentSearchForm keys={keys} onSearch={search} />
      <DocumentList key={address.toString()} keys={keys} />
      <p className="phrased mt-5 text-sm text-ink-soft">
        請求書・領収書のPDFは、電子帳簿保存法により、ダウンロードしたデータのままお客様ご自身で保存していただく必要があります。
      </p>
    </Page>
  );
}
