/** The Japanese texts for Stripe's codes (docs.stripe.com/error-codes, docs.stripe.com/declines/codes). */
const texts: Record<string, string> = {
  // Found in the fields, before anything is sent
  incomplete_number: 'カード番号を最後まで入力してください。',
  invalid_number: 'カード番号が正しくありません。',
  incomplete_expiry: '有効期限を月 / 年で入力してください。',
  invalid_expiry_month: '有効期限の月が正しくありません。',
  invalid_expiry_year: '有効期限の年が正しくありません。',
  invalid_expiry_month_past: 'カードの有効期限が切れています。',
  invalid_expiry_year_past: 'カードの有効期限が切れています。',
  incomplete_cvc: 'セキュリティコードを最後まで入力してください。',
  // Refused by Stripe
  incorrect_number: 'カード番号が正しくありません。',
  invalid_cvc: 'セキュリティコードが正しくありません。',
  incorrect_cvc: 'セキュリティコードが正しくありません。',
  expired_card: 'カードの有効期限が切れています。',
  processing_error: 'カードの処理中にエラーが発生しました。しばらくしてから、もう一度お試しください。',
  card_declined: 'カードが拒否されました。',
  insufficient_funds: 'カードの残高または利用限度額が不足しています。',
  test_mode_live_card:
    'カードが拒否されました。テスト環境のため、実際のカードは使えません。テスト用のカード番号を入力してください。',
  setup_intent_authentication_failure:
    '本人認証を完了できませんでした。別のお支払い方法を選ぶか、もう一度お試しください。',
  payment_intent_authentication_failure:
    '本人認証を完了できませんでした。別のお支払い方法を選ぶか、もう一度お試しください。',
  api_connection_error: '決済サービスに接続できませんでした。通信環境をご確認のうえ、もう一度お試しください。',
  api_error: '決済サービスでエラーが発生しました。しばらくしてから、もう一度お試しください。',
};

/**
 * The Japanese text for a code. A decline code has the first say, because it is more specific. Undefined for codes that
 * a card holder cannot cause.
 */
export const textFor = (code: string | undefined, declineCode?: string): string | undefined =>
  texts[declineCode ?? ''] ?? texts[code ?? ''];
