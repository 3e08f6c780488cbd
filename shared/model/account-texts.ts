/** The texts of spec 5, for the forms in the browser and the checks on the server. */
export const accountTexts = {
  emailInvalid: 'メールアドレスの形式が正しくありません',
  emailDots: '。「..」や「.@」を含むアドレスには送信できないため、ほかのアドレスを入力してください',
  emailRequired: 'メールアドレスを入力してください',
  passwordRequired: 'パスワードを入力してください',
  passwordTooShort: 'パスワードは8文字以上である必要があります',
  passwordTooLong: 'パスワードは256文字以下である必要があります',
  passwordSpaces: 'パスワードの先頭と末尾の空白、改行は使用できません',
  passwordsDiffer: 'パスワードが一致しません',
  usernameTooShort: 'ユーザー名は3文字以上である必要があります',
  usernameTooLong: 'ユーザー名は50文字以下である必要があります',
  signInCodeLength: '認証コードは6文字である必要があります',
  registrationCodeLength: '認証コードは6桁です',
  codeRequired: '認証コードを入力してください',
  recoveryCodeInvalid: 'リカバリーコードの形式が正しくありません',
  nameRequired: '名前は必須です',
  nameTooLong: '名前は50文字以下である必要があります',
  phoneInvalid: '日本の電話番号形式で入力してください（例：09012345678）',
  phoneNotMobile: 'SMSを受け取れる携帯電話の番号を入力してください（例：09012345678）',
  newEmailInvalid: '有効なメールアドレスを入力してください',
  profileEmpty: '変更する項目を入力してください',
} as const;

/** An e-mail address; the rule of zod, here without zod, because the login screen is shown before zod is loaded. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
/** What Cognito takes as the name of a user (API_SignUp, Username); RFC 5321 allows 254. */
export const longestEmail = 128;
export const longestPassword = 256;
