import { cancelRegistration } from '#shared/contract/auth';
import { callApi } from '../../lib/api';
import { LinkAction, toLogin } from './link-action';

/** For a person who got the mail of a registration and did not register: deletes the registration. */
export const CancelRegistrationScreen = () => (
  <LinkAction
    title="登録の取り消し"
    explanation="ご自身で登録していない場合は、ここで取り消せます。このメールアドレスの登録と、その後に行われた設定が削除され、ログイン中の端末はすべてログアウトします。"
    button={{ label: '登録を取り消す', variant: 'danger' }}
    act={(token) => callApi(cancelRegistration, { body: { token } })}
    done={{
      title: '登録を取り消しました',
      text: 'このメールアドレスの登録は削除されました。ご利用になる場合は、あらためて新規登録してください。',
    }}
    missing="確認メールに記載された「登録を取り消す」のリンクを開いてください。"
    leave={toLogin}
  />
);
