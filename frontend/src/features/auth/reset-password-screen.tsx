import { paths } from '../../lib/paths';
import { LeaveLink } from './leave-link';
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
        <LeaveLink to={paths.resetPassword} reloadDocument>
          新しいリンクを送る（期限切れのとき）
        </LeaveLink>
      )}
      <LeaveLink />
    </>
  );
}
