import { contactText } from '#shared/model/business';
import { periodText } from '#shared/model/document';
import { notWhileImpersonating } from '#shared/model/impersonation-words';
import { timeInJapan } from '#shared/model/japan-time';
import type { ExportNotice, NoticeItem, NoticeKind } from './notices-table';
import { subscriptionMail } from './subscription-mails';
import { newsMail } from './news-mails';
import { layOut, type Mail, type MailSettings } from './layout';

const words: Readonly<Record<NoticeKind, { subject: string; text: string }>> = {
  'password-changed': {
    subject: 'パスワードが変更されました',
    text: 'アカウントのパスワードが変更されました。ほかの端末のログインは終了しています。',
  },
  'account-restored': {
    subject: 'パスワードが設定されました',
    text:
      'アカウントを復旧し、新しいパスワードが設定されました。店舗やデバイスの情報に変わりはありません。' +
      '2段階認証は解除されています。ご利用だった場合は、ポータルのセキュリティ設定からもう一度設定してください。',
  },
  'email-changed': {
    subject: 'メールアドレスが変更されました',
    text:
      'アカウントのメールアドレスが、このアドレスから別のアドレスに変更されました。ほかの端末のログインは終了しています。' +
      '今後のお知らせは新しいアドレスに届きます。ご請求の連絡も、送付先を別に指定した店舗を除き、新しいアドレスに届きます。',
  },
  'phone-changed': {
    subject: '電話番号が変更されました',
    text: 'アカウントの電話番号が変更されました。ほかの端末のログインは終了しています。',
  },
  'phone-for-sms': {
    subject: '電話番号が変更されました',
    text: '2段階認証（SMS）の設定のため、アカウントの電話番号が変更されました。この番号に届く認証コードを入力すると、2段階認証が有効になります。',
  },
  'mfa-enabled': {
    subject: '2段階認証が有効になりました',
    text: 'アカウントの2段階認証が有効になりました。次回のログインから認証コードの入力が必要です。ほかの端末のログインは終了しています。',
  },
  'mfa-disabled': {
    subject: '2段階認証が無効になりました',
    text: 'アカウントの2段階認証が無効になりました。ほかの端末のログインは終了しています。',
  },
  'recovery-code-used': {
    subject: 'リカバリーコードでログインがありました',
    text: '2段階認証のリカバリーコードを使ったログインがありました。使用したリカバリーコードはもう使えません。認証コードを入力できない場合は、2段階認証を無効にしてから設定し直してください。',
  },
  'impersonation-began': {
    subject: '管理者による代理ログインがありました',
    text:
      'サポートのため、管理者がお客様のアカウントに代理でログインしました。代理ログインは最長1時間で終了し、操作は記録されます。' +
      '管理者の名前・理由・時刻は、ポータルのセキュリティ設定でご確認いただけます。' +
      `${notWhileImpersonating}は、代理ではできません。`,
  },
  'invoice-address-changed': {
    subject: '請求書の送付先が変更されました',
    text: '店舗の請求書の送付先が、お申し込みのときに指定されたメールアドレスに変更されました。',
  },
  'account-deleted': {
    subject: 'アカウントが削除されました',
    text: 'お申し込みにより、アカウントを削除しました。これまでのご利用ありがとうございました。',
  },
};

export type PlainNotice = Exclude<NoticeItem, { kind: 'invoice-address' | 'invitation' }>;

export const noticeMail = (notice: PlainNotice, settings: MailSettings): Mail =>
  'subscription' in notice
    ? subscriptionMail(notice, settings)
    : 'news' in notice
      ? newsMail(notice, settings)
      : 'exported' in notice
        ? exportMail(notice, settings)
        : accountMail(notice, settings);

/** The link leads to a page of the portal, which shows the download to its owner alone. */
const exportMail = ({ exported }: ExportNotice, { origin, contact }: MailSettings): Mail =>
  layOut({
    subject: `【レボナイザー】${periodText(exported)}の請求書・領収書をダウンロードできます`,
    paragraphs: [`${periodText(exported)}に発行された請求書・領収書のダウンロード用ファイルができました。`],
    link: { label: 'ダウンロードの画面を開く', url: `${origin}/documents/exports/${encodeURIComponent(exported.id)}` },
    validity: 'ダウンロードにはログインが必要です。ファイルは作成から7日間ダウンロードできます。',
    notYou: `お心当たりがない場合は、担当者までご連絡ください。<br>${contactText(contact)}`,
  });

/** What these mails say in place of a reset: their address has none any more. */
const beyondReset: Partial<Record<NoticeKind, { validity: string; notYou: string }>> = {
  'email-changed': {
    validity: 'このメールアドレスでは、ログインとパスワードの再設定ができなくなりました。',
    notYou: 'お心当たりがない場合は、すぐに担当者までご連絡ください。',
  },
  'account-deleted': {
    validity: 'アカウントの情報は削除済みです。',
    notYou: 'お心当たりがない場合は、担当者までご連絡ください。',
  },
};

function accountMail({ kind, at }: { kind: NoticeKind; at: number }, { origin, contact }: MailSettings): Mail {
  const { subject, text } = words[kind];
  const help = beyondReset[kind] ?? {
    link: { label: 'パスワードを再設定する', url: `${origin}/reset-password` },
    validity: '上のリンクは、お心当たりがない場合のパスワード再設定にお使いください。',
    notYou:
      'お心当たりがない場合は、すぐにパスワードを再設定し、担当者までご連絡ください。' +
      '再設定すると、すべての端末のログインが終了します。',
  };
  return layOut({
    subject: `【レボナイザー】${subject}`,
    paragraphs: [text, `日時: ${timeInJapan(at)}`],
    ...help,
    notYou: `${help.notYou}<br>${contactText(contact)}`,
  });
}
