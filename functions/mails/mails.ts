import { type Contact, contactText } from '#shared/model/business';
import { invitationDays } from '#shared/model/move-in';
import { layOut, type Mail } from './layout';

const notYou = {
  ignore: 'お心当たりがない場合は、このメールを破棄してください。お手続きが進むことはありません。',
  cancel: (url: string): string =>
    'お心当たりがない場合は、上のリンクと認証コードを使わず、次のリンクから登録を取り消してください（7日間有効）。' +
    `このメールアドレスの登録と、その後に行われた設定が削除されます。<br><a href="${url}">登録を取り消す</a><br>` +
    `<span style="word-break:break-all">${url}</span>`,
  keepSecret:
    'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。認証コードやリンクを他の人に伝えないでください。',
};

/** Confirms a registration within 24 hours. `cancelUrl` lets a person who did not register delete it. */
export const registrationMail = (code: string, url: string, cancelUrl?: string): Mail =>
  layOut({
    subject: '【レボナイザー】メールアドレスの確認',
    paragraphs: [
      'レボナイザー サブスクリプション管理システムへのご登録ありがとうございます。',
      '登録画面に次の認証コードを入力するか、リンクを開いてメールアドレスの確認を完了してください。',
    ],
    code,
    link: { label: 'メールアドレスを確認する', url },
    validity:
      '認証コードとリンクの有効期限は24時間です。新しいメールが届いた場合は、最後に届いたものをご利用ください。',
    notYou: cancelUrl === undefined ? notYou.ignore : notYou.cancel(cancelUrl),
  });

/** Sent from the page for forgotten passwords; the code is valid for one hour. */
export const resetMail = (url: string): Mail =>
  layOut({
    subject: '【レボナイザー】パスワードの再設定',
    paragraphs: [
      'パスワード再設定のお申し込みを受け付けました。',
      '次のリンクを開いて、新しいパスワードを設定してください。',
    ],
    link: { label: 'パスワードを再設定する', url },
    validity: 'リンクの有効期限は1時間です。一度だけご利用いただけます。',
    notYou: notYou.keepSecret,
  });

export const takenMail = (loginUrl: string, resetUrl: string): Mail =>
  layOut({
    subject: '【レボナイザー】このメールアドレスは登録済みです',
    paragraphs: [
      'このメールアドレスで新規登録のお申し込みがありましたが、すでにアカウントが登録されています。新しいアカウントは作成されていません。',
      `ご本人によるお手続きの場合は、次のアドレスからログインしてください。<br><a href="${loginUrl}">${loginUrl}</a>`,
      'パスワードをお忘れの場合は、次のリンクから再設定できます。',
    ],
    link: { label: 'パスワードを再設定する', url: resetUrl },
    validity: 'リンクの有効期限は1時間です。一度だけご利用いただけます。',
    notYou: notYou.keepSecret,
  });

export const newAddressMail = (code: string): Mail =>
  layOut({
    subject: '【レボナイザー】メールアドレス変更の確認',
    paragraphs: [
      'メールアドレス変更のお申し込みを受け付けました。',
      '変更画面に次の認証コードを入力してください。確認が完了するまで、これまでのメールアドレスが使われます。',
    ],
    code,
    validity: '認証コードの有効期限は24時間です。',
    notYou: notYou.ignore,
  });

/** To the address that an owner named for invoices. It does not name the shop: its owner typed the name. */
export const invoiceAddressMail = (url: string): Mail =>
  layOut({
    subject: '【レボナイザー】請求書の送付先の確認',
    paragraphs: [
      'レボナイザーのご利用料金の請求書・領収書の送付先に、このメールアドレスが指定されました。',
      '次のリンクを開いて「送付先にする」を押すと、このメールアドレスに請求書が届くようになります。それまでは、ご契約者様のメールアドレスに届きます。',
    ],
    link: { label: '送付先を確認する', url },
    validity: 'リンクの有効期限は7日間です。一度だけご利用いただけます。',
    notYou: notYou.ignore,
  });

/** To an owner whose shops were moved into the portal: sets their first password. */
export const invitationMail = (url: string, shops: number, contact: Contact): Mail =>
  layOut({
    subject: '【レボナイザー】お客様専用サイトのご案内',
    paragraphs: [
      'いつもレボナイザーをご利用いただき、ありがとうございます。',
      `ご契約中の${shops}店舗の内容や請求書を、お客様専用サイトでご覧いただけるようになりました。` +
        'ご契約の内容、料金、お支払い方法は、これまでと変わりません。',
      '次のリンクを開いて、パスワードを設定してください。ログインIDは、このメールアドレスです。',
    ],
    link: { label: 'パスワードを設定する', url },
    validity: `リンクの有効期限は${invitationDays}日間です。一度だけご利用いただけます。`,
    notYou: `お心当たりがない場合は、担当者までご連絡ください。<br>${contactText(contact)}`,
  });

/** To a user whom staff made in Cognito's console with an invitation of Cognito's. */
export const temporaryPasswordMail = (username: string, password: string, loginUrl: string): Mail =>
  layOut({
    subject: '【レボナイザー】アカウントのご案内',
    paragraphs: [
      'レボナイザー サブスクリプション管理システムのアカウントをご用意しました。',
      `ログインID: ${username}`,
      `仮パスワード: <strong style="font-family:monospace">${password}</strong>`,
    ],
    link: { label: 'ログイン画面を開く', url: loginUrl },
    validity: '仮パスワードの有効期限は7日間です。',
    notYou: notYou.ignore,
  });

/** SMS of at most 70 characters, one message in Japanese; the code comes first for the phone's notification. */
export const shortMessages = {
  signIn: (code: string): string =>
    `${code} はレボナイザーの認証コードです。3分間有効です。他の人に教えないでください。`,
  newPhone: (code: string): string =>
    `${code} はレボナイザーの認証コードです（電話番号の確認）。他の人に教えないでください。`,
  other: (code: string): string => `${code} はレボナイザーの認証コードです。他の人に教えないでください。`,
} as const;
