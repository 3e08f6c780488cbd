import { phoneText } from '../../../lib/format';
import { disableMfa, getMfaStatus, setUpSms, verifySms, verifyTotp } from '#shared/contract/security';
import type { MfaMethod } from '#shared/model/account';
import { callApi, failedWith, doneOrFound, mayBeDone } from '../../../lib/api';
import { useCall } from '../../../lib/use-call';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';

/** The second step of sign-in as the settings show and change it (spec 4, MFA switch). */
export function useSecondStepSetting() {
  const status = useCall(getMfaStatus);

  /** Whether a method is on although its switching on failed, as after a lost response. */
  const isOnAfter = async (failure: unknown, method: MfaMethod): Promise<boolean> => {
    if (!failedWith(failure, 'MFA_ALREADY_ENABLED') && !mayBeDone(failure)) return false;
    const now = await status.mutate().catch(() => undefined);
    return now?.method === method;
  };

  /** Sends a code to a number, which becomes the profile's. @throws {ApiFailure} */
  const sendSms = async (phoneNumber: string): Promise<void> => {
    await callApi(setUpSms, { body: { phoneNumber } });
    showToast({ tone: 'success', title: '認証コードを送信しました', description: 'SMSをご確認ください。' });
  };

  /** Switches a method on. Returns the recovery codes; undefined if it is on and they are lost. @throws {ApiFailure} */
  const confirm = async (method: MfaMethod, code: string): Promise<readonly string[] | undefined> => {
    const response = await callApi(method === 'sms' ? verifySms : verifyTotp, { body: { code } }).catch(
      async (error: unknown) => {
        if (!(await isOnAfter(error, method))) throw error;
        return undefined;
      },
    );
    return response?.recoveryCodes;
  };

  const confirmSms = async (code: string): Promise<readonly string[] | undefined> => {
    const codes = await confirm('sms', code);
    showToast({ tone: 'success', title: '電話番号の確認が完了しました' });
    return codes;
  };

  const confirmTotp = (code: string) => confirm('totp', code);

  /** Switches the second step off, whatever its method. */
  const [disable, disabling] = useAction(
    async () => {
      await doneOrFound(callApi(disableMfa), status.mutate, ({ enabled }) => !enabled);
      showToast({
        tone: 'success',
        title: '2段階認証を無効にしました',
        description: 'ほかの端末はログアウトしました。',
      });
    },
    { title: '2段階認証を無効にできませんでした' },
  );

  return { status, sendSms, confirmSms, confirmTotp, disable, disabling };
}

/** What the second step asks for, or would by SMS to the profile's number. */
export const secondStepText = (method: MfaMethod | null, phoneNumber: string | undefined): string =>
  method === 'totp'
    ? 'ログインのとき、認証アプリに表示されるコードも入力します。'
    : `ログインのとき、${phoneNumber ? `${phoneText(phoneNumber)} に` : ''}SMSで届くコードも入力します。`;
