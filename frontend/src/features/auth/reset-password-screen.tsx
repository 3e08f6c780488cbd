import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/button';
import { NewPasswordForm } from './new-password-form';
import { ResetRequestForm } from './reset-request-form';

/** Without a token: has a link mailed. With the link's token: sets the new password (spec 2, Password reset). */
export function ResetPasswordScreen() {
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <>
      {token ? <NewPasswordForm token={token} /> : <ResetRequestForm />}
      <div className="mt-3">
        <ButtonLink to={paths.login} variant="quiet" block>
          ログイン画面に戻る
        </ButtonLink>
      </div>
    </>
  );
}
