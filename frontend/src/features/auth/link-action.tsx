import { useState } from 'react';
import { cancelRegistration } from '#shared/contract/auth';
import { confirmInvoiceAddress } from '#shared/contract/shop';
import { paths } from '../../lib/paths';
import { Alert, Button } from '../../ui/basics';
import { useAction } from '../../ui/use-action';
import { AuthHeading } from '../../ui/page';
import { LeaveLink, NoReferrer, useLinkToken, ResultView } from './screen-parts';
import { failedWith, failureText, unexpectedText, callApi } from '../../lib/api';

interface LinkActionProps {
  title: string;
  explanation: string;
  button: { label: string; variant?: 'danger' };
  /** Carries the token of the mailed link out. */
  act: (token: string) => Promise<unknown>;
  done: { title: string; text: string };
  /** Shown where the address has no token. */
  missing: string;
  leave: { to: string; label: string };
}

/**
 * The screen of a mailed link that does one thing. Nothing happens before the button is pressed, because mail programs
 * open links by themselves.
 */
function LinkAction({ title, explanation, button, act, done: result, missing, leave }: LinkActionProps) {
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<{ text: string; linkIsOver: boolean }>();
  const [run, busy] = useAction(
    async () => {
      setFailure(undefined);
      await act(token);
      setDone(true);
    },
    (error) =>
      setFailure({
        text: failureText(error, { refused: unexpectedText, unreachable: unexpectedText }),
        linkIsOver: failedWith(error, 'LINK_INVALID', 'LINK_EXPIRED'),
      }),
  );

  return (
    <>
      <NoReferrer />
      {done ? (
        <ResultView tone="success" title={result.title}>
          <p className="text-ink-soft">{result.text}</p>
        </ResultView>
      ) : (
        <AuthHeading title={title}>{token ? !failure?.linkIsOver && explanation : missing}</AuthHeading>
      )}
      {token && !done && (
        <div className="space-y-5">
          {failure && <Alert live tone="danger" title={failure.text} />}
          {!failure?.linkIsOver && (
            <Button {...(button.variant && { variant: button.variant })} block busy={busy} onClick={run}>
              {button.label}
            </Button>
          )}
        </div>
      )}
      <LeaveLink to={leave.to}>{leave.label}</LeaveLink>
    </>
  );
}

/** For a person who got the mail of a registration and did not register: deletes the registration. */
export const CancelRegistrationScreen = () => (
  <LinkAction
    title="登録の取り消し"
    explanation="ご自身で登録していない場合は、このメールアドレスの登録を取り消せます。その後の設定も削除され、すべての端末からログアウトします。元に戻すことはできません。"
    button={{ label: '登録を取り消す', variant: 'danger' }}
    act={(token) => callApi(cancelRegistration, { body: { token } })}
    done={{
      title: '登録を取り消しました',
      text: 'このメールアドレスの登録は削除されました。ご利用になる場合は、あらためて新規登録してください。',
    }}
    missing="確認メールに記載された「登録を取り消す」のリンクを開いてください。"
    leave={{ to: paths.login, label: 'ログイン画面へ' }}
  />
);

/** For the receiver of a mail that asks for the invoices of a shop: shown to visitors and to users. */
export const ConfirmInvoiceAddressScreen = () => (
  <LinkAction
    title="請求書の送付先の確認"
    explanation="このリンクが届いたメールアドレスを、請求書・領収書の送付先にします。お心当たりがない場合は、この画面を閉じてください。"
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
