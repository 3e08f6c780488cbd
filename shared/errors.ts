import { receiptRefusals } from './model/document';

/**
 * The complete list of refusals: one code, its HTTP status and its Japanese text, in one place. Every error response
 * has the shape of {@link ErrorBody}. Texts marked "spec" are the specification's own words.
 */
const refusals = {
  // The request itself
  INVALID_JSON: [400, '送信された内容を読み取れませんでした。画面を再読み込みして、もう一度お試しください。'],
  INVALID_INPUT: [400, '入力内容をご確認ください。'],
  UNSUPPORTED_MEDIA_TYPE: [415, '送信された内容を読み取れませんでした。画面を再読み込みして、もう一度お試しください。'],
  BODY_TOO_LARGE: [413, '入力された内容が長すぎます。短くして、もう一度お試しください。'],
  ORIGIN_NOT_ALLOWED: [403, 'この画面からの操作は受け付けられません。ポータルを開き直してください。'],

  // The caller and the session
  NOT_SIGNED_IN: [401, 'この端末でのログインは終了しています。もう一度ログインしてください。'],
  ADMIN_ONLY: [403, '管理者権限が必要です。管理者アカウントでログインしてください。'],
  RECENT_AUTHENTICATION_REQUIRED: [403, '確認のため、パスワードをもう一度入力してください。'],
  TOO_MANY_ATTEMPTS: [429, '試行回数が上限に達しました。しばらく時間をおいてから、もう一度お試しください。'],

  SECOND_STEP_REQUIRED: [
    403,
    'マスターパスワードを表示するには、管理者ご自身の2段階認証が必要です。セキュリティ設定で2段階認証を設定してください。',
  ],
  IMPERSONATION_FORBIDDEN: [403, '代理ログイン中は、この操作はできません。'],

  // Sign-in and its second step
  WRONG_CREDENTIALS: [401, 'メールアドレスまたはパスワードが正しくありません'],
  MFA_REQUIRED: [403, '2段階認証が必要です'], // spec 4
  NEW_PASSWORD_REQUIRED: [
    403,
    '新しいパスワードの設定が必要です。お送りしたメールのリンクからパスワードを設定して、ログインしてください。',
  ],
  WRONG_CODE: [400, '認証コードが正しくありません'], // spec 8
  CODE_EXPIRED: [400, '認証コードの有効期限が切れました。新しいコードを入力してください。'],
  CHALLENGE_EXPIRED: [401, '2段階認証の有効期限が切れました。もう一度ログインしてください。'],
  ACCOUNT_LOCKED: [
    429,
    'ログインの失敗が続いたため、一時的にロックされています。しばらく時間をおいてから、もう一度お試しください。',
  ],
  CODE_DELIVERY_FAILED: [503, '認証コードを送信できませんでした。しばらくしてから、もう一度お試しください。'],

  // Registration, verification, reset
  LINK_INVALID: [400, 'このリンクは無効か、すでに使用されています。もう一度お手続きください。'],
  LINK_EXPIRED: [400, 'このリンクの有効期限が切れています。もう一度お手続きください。'],
  WEAK_PASSWORD: [400, 'このパスワードは使用できません。別のパスワードを入力してください。'],

  // The account and its security
  CHANGE_IN_PROGRESS: [409, '別の変更を処理しています。少し待ってから、もう一度お試しください。'],
  WRONG_PASSWORD: [400, 'パスワードが正しくありません'],
  EMAIL_TAKEN: [409, 'このメールアドレスはすでに使用されています。'],
  EMAIL_CHANGE_NOT_FOUND: [400, 'メールアドレス変更の受付が見つかりません。最初からやり直してください。'],
  ACCOUNT_NOT_DELETABLE: [409, '先に登録店舗を削除してください'], // spec 6
  MFA_ALREADY_ENABLED: [409, '2段階認証はすでに有効です。設定を変更する場合は、先に無効にしてください。'],
  MFA_SETUP_NOT_FOUND: [400, '2段階認証の設定が見つかりません。最初からやり直してください。'],
  MFA_RENEWAL_REQUIRED: [
    409,
    'リカバリーコードでログインしています。先に2段階認証を無効にしてから、もう一度お試しください。',
  ],
  PHONE_IN_USE: [409, 'この電話番号は2段階認証に使用されています。変更する場合は、先に2段階認証を無効にしてください。'],
  SESSION_NOT_FOUND: [404, 'このログインはすでに終了しています。'],

  // Shops and subscriptions
  SHOP_NOT_FOUND: [404, '指定された店舗が見つかりません'], // spec 8
  SUBSCRIPTION_NOT_FOUND: [404, '指定されたサブスクリプションが見つかりません'], // spec 8
  PROMO_CODE_INVALID: [400, 'このプロモーションコードは無効です'],
  PROMO_CODE_EXPIRED: [400, 'このプロモーションコードは有効期限が切れています'],
  PROMO_CODE_EXHAUSTED: [400, 'このプロモーションコードは利用上限に達しています'],
  PROMO_CODE_NOT_APPLICABLE: [400, 'このプロモーションコードはご契約内容には利用できません'],
  ORDER_REFUSED: [
    409,
    'お申し込みを受け付けられませんでした。登録や請求は行われていません。画面を再読み込みして、もう一度お試しください。',
  ],
  TRIAL_CHANGED: [409, '無料トライアルの有無が変わりました。料金をもう一度ご確認のうえ、お申し込みください。'],
  PRICE_CHANGED: [
    409,
    '料金が変わりました。登録や請求は行われていません。新しい料金をご確認のうえ、もう一度お申し込みください。',
  ],
  TRIALS_WITHOUT_CARD: [
    409,
    'カードが登録されていない無料トライアルの契約が上限に達しています。先に、その店舗のお支払い方法の画面でカードを登録してから、もう一度お申し込みください。',
  ],
  CARD_DECLINED: [402, 'カードが利用できませんでした。カード会社にご確認いただくか、別のカードをお試しください。'],
  SUBSCRIPTION_EXISTS: [409, 'この店舗にはご契約中のサブスクリプションがあります。台数の変更をご利用ください。'],
  SUBSCRIPTION_NOT_CHANGEABLE: [
    409,
    'このご契約は、終了または停止しているか、まだ始まっていないため、変更できません。',
  ],
  SUBSCRIPTION_OVERDUE: [409, 'お支払いが確認できていません。先に未払いのご請求をお支払いください。'],
  SHOP_OWES: [409, 'この店舗の以前のご契約に、未払いのご請求があります。先に、そのご契約の画面でお支払いください。'],
  QUANTITY_CHANGED: [409, '台数が別の画面で変更されています。最新の内容をご確認ください。'],
  TOO_MANY_CHANGES: [
    429,
    '台数の変更が続いたため、一時的に受け付けられません。しばらく時間をおいてから、もう一度お試しください。',
  ],
  PREVIEW_EXPIRED: [409, '料金の確認から時間が経っています。金額をもう一度ご確認ください。'],
  PAYMENT_METHOD_NOT_FOUND: [404, '指定されたお支払い方法が見つかりません'],
  PAYMENT_METHOD_MISSING: [409, 'お支払いに使うカードが登録されていません。先にカードを登録してください。'],
  NOTHING_TO_PAY: [409, '未払いのご請求はありません。'],
  SHOP_NOT_DELETABLE: [409, '店舗の削除に失敗しました'], // spec 8; the text depends on what blocks the deletion
  IDEMPOTENCY_KEY_IN_USE: [409, '同じ内容の申し込みを処理しています。少し待ってから、もう一度お試しください。'],
  IDEMPOTENCY_KEY_REUSED: [409, '申し込みの内容が変更されています。画面を再読み込みして、もう一度お試しください。'],

  // Documents
  DOCUMENT_NOT_FOUND: [404, '指定された書類が見つかりません。'],
  DOCUMENT_NOT_PAID: [409, receiptRefusals.DOCUMENT_NOT_PAID],
  DOCUMENT_CREDITED: [409, receiptRefusals.DOCUMENT_CREDITED],
  DOCUMENT_RETURNING: [409, receiptRefusals.DOCUMENT_RETURNING],
  NO_DOCUMENTS: [404, 'この期間に発行された書類はありません。'],
  TOO_MANY_DOCUMENTS: [409, '書類の件数が多いため、1つのファイルにまとめられません。期間を短くしてください。'],
  EXPORT_NOT_FOUND: [
    404,
    '指定されたダウンロード用ファイルが見つかりません。保存期間を過ぎている場合は、もう一度作成してください。',
  ],

  // Devices, repairs and movements
  DEVICE_NOT_FOUND: [404, '指定されたデバイスが見つかりません'],
  REPAIR_NOT_FOUND: [404, '指定された修理記録が見つかりません'],
  MOVEMENT_NOT_FOUND: [404, '指定された発送・返却が見つかりません'],
  MOVEMENT_NOT_CHANGEABLE: [
    409,
    '担当者がすでに手続きを進めているため、変更できません。画面を再読み込みしてご確認ください。',
  ],
  DEVICE_LOCKED: [409, 'このデバイスは手続き中のため、操作できません。'],
  DEVICE_NOT_ELIGIBLE: [409, 'このデバイスでは、この操作はできません。'],
  REPAIR_IN_PROGRESS: [409, '修理中のため、新しい修理申請はできません。'],
  SYNC_TOO_SOON: [
    429,
    'ただいま同期が混み合っているため、受け付けられません。デバイスの情報は自動でも更新されますので、しばらくしてからご確認ください。',
  ],
  RECORDS_UNAVAILABLE: [503, 'デバイスの管理システムに接続できません。しばらくしてから、もう一度お試しください。'],

  // Outside services
  PAYMENTS_UNAVAILABLE: [503, '決済サービスに接続できません。しばらくしてから、もう一度お試しください。'],
  SERVICE_UNAVAILABLE: [503, 'ただいまサービスを利用できません。しばらくしてから、もう一度お試しください。'],
  WEBHOOK_SIGNATURE_INVALID: [400, 'Webhook signature verification failed.'],
  INTERNAL: [500, 'サーバーエラーが発生しました'], // spec 7
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof refusals;

export const errors = Object.fromEntries(
  Object.entries(refusals).map(([code, [status, text]]) => [code, { status, text }]),
) as Record<ErrorCode, { status: number; text: string }>;

/**
 * The body of every response outside 2xx. `fields` names the wrong values of a form by their path in the body
 * (`storeData.storeName`), each with a text for its reader. `requestId` finds the log lines of this request. `details`
 * has the data that a code promises (`mfaType` of MFA_REQUIRED, `retryAfter` in seconds of TOO_MANY_ATTEMPTS).
 */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  requestId: string;
  fields?: Record<string, string>;
  [detail: string]: unknown;
}

/** The one error that product code throws on purpose. `cause` is for the log alone and never leaves the server. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    options: {
      text?: string;
      fields?: Record<string, string>;
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(options.text ?? errors[code].text, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.details = options.details ?? {};
  }

  get status(): number {
    return errors[this.code].status;
  }
}
