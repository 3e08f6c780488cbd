import { getUser } from '#shared/contract/account';
import { disableMfa, getMfaStatus, listSessions, setUpSms, verifySms } from '#shared/contract/security';
import { showToast } from '../../../ui/toast';
import { callApi } from '../../../lib/api';
import { failureText, unexpectedText } from '../../../lib/failure-text';
import { wasDeclined } from '../../../lib/api-failure';
import { useBusy } from '../../../lib/use-busy';
import { useCall, useRefresh } from '../../../lib/use-call';

/**
 * Says why something about the second step did not happen; nothing where the user himself declined to prove who he
 * is.
 */
export function tellFailure(title: string, error: unknown): void {
  if (wasDeclined(error)) return;
  showToast({
    tone: 'danger',
    title,
    description: failureText(error, { refused: unexpectedText, unreachable: '通信エラーが発生しました' }),
  });
}

/** The second step of sign-in as the settings show and change it (spec 4, MFA switch). */
export function useTwoStep() {
  const status = useCall(getMfaStatus);
  const refresh = useRefresh();
  const [busy, whileBusy] = useBusy();

  /** What was switched is read again; other sessions have ended with it. */
  const changed = (): Promise<void> => refresh(getMfaStatus, listSessions, getUser);

  /** Sends a code to a number. @throws {ApiFailure} */
  const sendSms = async (phoneNumber: string): Promise<void> => {
    await whileBusy(() => callApi(setUpSms, { body: { phoneNumber } }));
    showToast({
      tone: 'success',
      title: '認証コードを送信しました',
      description: 'SMSをご確認ください。',
      place: 'top',
    });
    // The number is now the profile's.
    await refresh(getUser);
  };

  /** Switches the second step on with the code. @throws {ApiFailure} */
  const confirmSms = async (code: string): Promise<void> => {
    await callApi(verifySms, { body: { code } });
    showToast({ tone: 'success', title: '電話番号の確認が完了しました', description: '2段階認証を有効にしました。' });
    await changed();
  };

  /** Switches it off at once, whichever the method. */
  const disable = async (): Promise<void> => {
    try {
      await whileBusy(() => callApi(disableMfa));
      showToast({ tone: 'success', title: '2段階認証を無効にしました' });
      await changed();
    } catch (error) {
      tellFailure('2段階認証を無効にできませんでした', error);
    }
  };

  return { status, busy, sendSms, confirmSms, disable, changed };
}
