import { Alert } from '../../../ui/alert';

/** Shown after an attempt whose response was lost: sending again is safe. */
export const UnsureNotice = () => (
  <Alert live tone="warning" title="受け付けを確認できませんでした">
    通信が途切れた可能性があります。このままもう一度送信してください。すでに受け付けられていた場合も、二重に登録されることはありません。
  </Alert>
);
