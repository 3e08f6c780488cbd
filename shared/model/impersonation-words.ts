/** What an administrator cannot do as another user: the calls with `impersonation: 'refused'`. */
export const notWhileImpersonating =
  'パスワード・メールアドレス・電話番号・2段階認証の変更、ほかの端末のログアウト、アカウントの削除';
