import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { listShops } from '../../../../shared/contract/billing';
import { paths } from '../../lib/paths';
import { useRefresh } from '../../lib/use-call';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Page } from '../../ui/page';

/** Where the bank sends the browser back to after its own check (spec 2, /payment-success). */
export function PaymentSuccessScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const status = query.get('redirect_status');
  const failed = status === 'failed' || status === 'requires_payment_method';

  useEffect(() => void refresh(listShops), [refresh]);

  return (
    <Page title={failed ? 'カードを登録できませんでした' : 'お申し込みありがとうございます'}>
      {failed ? (
        <Alert tone="danger" title="カード会社の認証が完了しませんでした">
          店舗とサブスクリプションの登録は完了しています。別のカードでお支払い方法を登録してください。
        </Alert>
      ) : (
        <Alert tone="success" title="お支払い方法を登録しました">
          店舗の登録が完了しました。ホームからご契約の内容をご確認いただけます。
        </Alert>
      )}
      <div className="mt-6">
        <Button onClick={() => void navigate(paths.home)}>ホームへ</Button>
      </div>
    </Page>
  );
}
