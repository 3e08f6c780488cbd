import { useState } from 'react';
import { cancelRegistration } from '#shared/contract/auth';
import { callApi } from '../../lib/api';
import { failureText, unexpectedText } from '../../lib/failure-text';
import { paths } from '../../lib/paths';
import { Alert } from '../../ui/alert';
import { Button, ButtonLink } from '../../ui/button';
import { useAction } from '../../ui/use-action';
import { AuthHeading } from './auth-heading';
import { NoReferrer } from './no-referrer';
import { ResultView } from './result-view';
import { useLinkToken } from './use-link-token';

const title = '登録の取り消し';

const BackToLogin = () => (
  <div className="mt-3">
    <ButtonLink to={paths.login} variant="quiet" block>
      ログイン画面へ
    </ButtonLink>
  </div>
);

/**
 * For whoever got the mail of a registration and did not register: deletes the registration. Nothing happens before the
 * button is pressed, because mail programs open links by themselves.
 */
export function CancelRegistrationScreen() {
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [cancel, busy] = useAction(
    async () => {
      setFailure(undefined);
      await callApi(cancelRegistration, { body: { token } });
      setDone(true);
    },
    (error) => setFailure(failureText(error, { refused: unexpectedText, unreachable: unexpectedText })),
  );

  if (done) {
    return (
      <>
        <NoReferrer />
        <ResultView tone="success" title="登録を取り消しました">
          <p className="text-ink-soft">
            このメールアドレスの登録は削除されました。ご利用になる場合は、あらためて新規登録してください。
          </p>
        </ResultView>
        <BackToLogin />
      </>
    );
  }
  if (!token) {
    return (
      <>
        <AuthHeading title={title}>確認メールに記載された「登録を取り消す」のリンクを開いてください。</AuthHeading>
        <BackToLogin />
      </>
    );
  }
  return (
    <>
      <NoReferrer />
      <AuthHeading title={title}>
        ご自身で登録していない場合は、ここで取り消せます。このメールアドレスの登録と、その後に行われた設定が削除され、ログイン中の端末はすべてログアウトします。
      </AuthHeading>
      <div className="space-y-5">
        {failure !== undefined && <Alert live tone="danger" title={failure} />}
        <Button variant="danger" block busy={busy} onClick={cancel}>
          登録を取り消す
        </Button>
      </div>
      <BackToLogin />
    </>
  );
}
