import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/button';
import { NewPasswordForm } from './new-password-form';
import { NoReferrer } from './no-referrer';
import { ResetRequestForm } from './reset-request-form';
import { useLinkToken } from './use-link-token';

/** Without a token: has a link mailed. With the link's token: sets the new password (spec 2, Password reset). */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  return (
    <>
      <NoReferrer />
      {token ? <NewPasswordForm token={token} /> : <ResetRequestForm />}
      {token && (
        <div className="mt-3">
          <ButtonLink to={paths.resetPassword} reloadDocument variant="quiet" block>
            新しいリンクを送る（期限切れのとき）
          </ButtonLink>
        </div>
      )}
      <div className="mt-3">
        <ButtonLink to={paths.login} variant="quiet" block>
          ログイン画面に戻る
        </ButtonLink>
      </div>
    </>
  );
}
