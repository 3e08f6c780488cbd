import type { ReturnOutcome } from './finish-return';

interface ReturnText {
  /** The screen's heading. */
  title: string;
  tone: 'success' | 'info' | 'warning' | 'danger';
  heading: string;
  text: string;
}

/** The text for each outcome of a bank's own check. */
export const returnTexts: Record<ReturnOutcome, ReturnText> = {
  'card-saved': {
    title: 'お手続きが完了しました',
    tone: 'success',
    heading: 'お支払い方法を登録しました',
    text: 'ご契約の内容は、店舗の画面からいつでもご確認いただけます。',
  },
  'card-refused': {
    title: 'カードを登録できませんでした',
    tone: 'danger',
    heading: 'カード会社の認証が完了しませんでした',
    text: 'これまでの登録内容は変わっていません。別のカードでお支払い方法を登録してください。',
  },
  'card-unused': {
    title: 'お支払い方法を変更できませんでした',
    tone: 'warning',
    heading: 'カードは登録されましたが、お支払い方法として設定できませんでした',
    text: 'これまでのカードがそのまま使われます。もう一度お手続きください。',
  },
  paid: {
    title: 'お支払いが完了しました',
    tone: 'success',
    heading: 'お支払いを確認しました',
    text: 'ありがとうございます。ご契約の内容は、店舗の画面からご確認いただけます。',
  },
  processing: {
    title: 'お手続きを処理しています',
    tone: 'info',
    heading: 'カード会社の処理が続いています',
    text: '完了すると、店舗の画面に反映されます。もう一度お手続きいただく必要はありません。',
  },
  'not-paid': {
    title: 'お支払いが完了していません',
    tone: 'danger',
    heading: 'カード会社の認証が完了しませんでした',
    text: '料金は請求されていません。契約の画面から、もう一度お支払いいただくか、別のカードを登録してください。',
  },
  unknown: {
    title: 'お手続きの結果を確認できませんでした',
    tone: 'warning',
    heading: '決済サービスに接続できません',
    text: 'お手続きが完了している場合もあります。ホームから、ご契約の内容をご確認ください。',
  },
  nothing: {
    title: 'お手続きの確認',
    tone: 'info',
    heading: '確認が必要なお手続きはありません',
    text: 'ご契約の内容は、ホームからご確認いただけます。',
  },
};
