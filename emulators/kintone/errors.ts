import { randomBytes } from 'node:crypto';

/** Messages of Kintone's CB_VA01 by the place of the value (`records[0].数量.value`). */
export type FieldErrors = Record<string, { messages: string[] }>;

/** A refusal by Kintone: HTTP status, its own code, a message in Japanese. */
export class KintoneError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors?: FieldErrors,
  ) {
    super(message);
  }

  body(): Record<string, unknown> {
    const id = randomBytes(15).toString('base64url').replaceAll(/[-_]/g, '0');
    return { code: this.code, id, message: this.message, ...(this.errors && { errors: this.errors }) };
  }
}

export const invalidInput = (errors: FieldErrors): KintoneError =>
  new KintoneError(400, 'CB_VA01', '入力内容が正しくありません。', errors);
export const invalidQuery = (why: string): KintoneError =>
  invalidInput({ query: { messages: [`クエリ記法が間違っています。（${why}）`] } });
export const appNotFound = (id: string): KintoneError =>
  new KintoneError(404, 'GAIA_AP01', `指定したアプリ（id: ${id}）が見つかりません。削除されている可能性があります。`);
export const recordNotFound = (id: string): KintoneError =>
  new KintoneError(404, 'GAIA_RE01', `指定したレコード（id: ${id}）が見つかりません。`);
export const keyNotFound = (value: string): KintoneError =>
  new KintoneError(404, 'GAIA_RE20', `更新キーに指定した値（${value}）を持つレコードがないか、重複しています。`);
export const revisionConflict = (): KintoneError =>
  new KintoneError(
    409,
    'GAIA_CO02',
    '指定したrevisionは最新ではありません。ほかのユーザーがレコードを更新した可能性があります。',
  );
export const notAllowed = (): KintoneError => new KintoneError(403, 'CB_NO02', '権限がありません。');
/** The token may not do this in the app. */
export const noRight = (): KintoneError => new KintoneError(403, 'GAIA_NO01', '権限がありません。');
