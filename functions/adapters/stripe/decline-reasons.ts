import { errors } from '#shared/errors';

/**
 * Why a card was declined, in words that its holder can act on. A suspicion of theft or fraud is not revealed: the text
 * is that of any declined card (docs.stripe.com/declines/codes).
 */
const reasons: Readonly<Record<string, string>> = {
  insufficient_funds: 'カードの利用可能額が不足しています。別のカードをお試しください。',
  card_velocity_exceeded: 'カードの利用限度を超えています。別のカードをお試しください。',
  withdrawal_count_limit_exceeded: 'カードの利用限度を超えています。別のカードをお試しください。',
  expired_card: 'カードの有効期限が切れています。別のカードをお試しください。',
  invalid_expiry_month: 'カードの有効期限（月）が正しくありません。',
  invalid_expiry_year: 'カードの有効期限（年）が正しくありません。',
  incorrect_cvc: 'セキュリティコードが正しくありません。',
  invalid_cvc: 'セキュリティコードが正しくありません。',
  incorrect_number: 'カード番号が正しくありません。',
  invalid_number: 'カード番号が正しくありません。',
  incorrect_zip: 'カードに登録された郵便番号と一致しません。',
  authentication_required: 'カード会社による本人認証が必要です。画面の案内に従って認証してください。',
  setup_intent_authentication_failure: '本人認証に失敗しました。もう一度お試しいただくか、別のカードをご利用ください。',
  payment_intent_authentication_failure:
    '本人認証に失敗しました。もう一度お試しいただくか、別のカードをご利用ください。',
  card_not_supported: 'このカードはこのお支払いに対応していません。別のカードをお試しください。',
  currency_not_supported: 'このカードは日本円でのお支払いに対応していません。別のカードをお試しください。',
  issuer_not_available: 'カード会社に接続できませんでした。しばらくしてから、もう一度お試しください。',
  processing_error: 'カードの処理中にエラーが発生しました。しばらくしてから、もう一度お試しください。',
  try_again_later: 'カードの処理中にエラーが発生しました。しばらくしてから、もう一度お試しください。',
};

/** The text for a card error from Stripe, by its decline code, otherwise by its code. */
export const declineReason = (declineCode: string | undefined, code: string | undefined): string =>
  reasons[declineCode ?? ''] ?? reasons[code ?? ''] ?? errors.CARD_DECLINED.text;
