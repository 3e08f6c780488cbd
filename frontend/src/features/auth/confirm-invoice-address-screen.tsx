import { confirmInvoiceAddress } from '#shared/contract/shop';
import { callApi } from '../../lib/api';
import { paths } from '../../lib/paths';
import { LinkAction } from './link-action';

/** For the receiver of a mail that asks for the invoices of a shop: shown to visitors and to users. */
export const ConfirmInvoiceAddressScreen = () => (
  <LinkAction
    title="請求書の送付先の確認"
    explanation="このリンクが届いたメールアドレスを、レボナイザーの請求書・領収書の送付先にします。お心当たりがない場合は、この画面を閉じてください。"
    button={{ label: '送付先にする' }}
    act={(token) => callApi(confirmInvoiceAddress, { body: { token } })}
    done={{
      title: '送付先を確認しました',
      text: '今後の請求書と領収書は、このメールアドレスに届きます。',
    }}
    missing="「請求書の送付先の確認」のメールに記載されたリンクを開いてください。"
    leave={{ to: paths.home, label: 'ポータルを開く' }}
  />
);
