import { useId, useState } from 'react';
import { plainCode } from '#shared/numbers';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { validatePromoCode } from '#shared/contract/billing';
import { callApi, failureText } from '../../../lib/api';
import { isPromoRefused } from './use-pricing';

/** Spec 8's texts for a promotion code. */
const promoTexts = {
  invalid: 'プロモーションコードが無効です',
  unusable: 'このプロモーションコードはご利用いただけません。',
  failed: 'プロモーションコードの確認に失敗しました',
} as const;

export type PromoCode = ReturnType<typeof usePromoCode>;

/**
 * The promotion code of an order that is being made. `customerId` is absent for a shop that is about to be opened;
 * `initial` is a typed code that was kept.
 */
export function usePromoCode(customerId?: string, initial = '') {
  const [typed, setTyped] = useState(initial);
  const [applied, setApplied] = useState<{ code: string; message: string }>();
  const [problem, setProblem] = useState<string>();
  const id = useId();

  const check = async (): Promise<string | undefined> => {
    setProblem(undefined);
    const code = plainCode(typed);
    setTyped(code);
    try {
      const body = { promoCode: code, ...(customerId !== undefined && { customerId }) };
      const { message } = await callApi(validatePromoCode, { body });
      setApplied({ code, message });
      return code;
    } catch (error) {
      // A code that could not be checked is not called invalid.
      const refused = isPromoRefused(error);
      const title = refused ? promoTexts.invalid : promoTexts.failed;
      const why = refused ? error.message || promoTexts.unusable : failureText(error, { refused: promoTexts.failed });
      setProblem(why);
      showToast({ tone: 'danger', title, ...(why !== title && { description: why }) });
      return undefined;
    }
  };
  const [apply, checking] = useAction(async () => void (await check()));

  return {
    typed,
    type: setTyped,
    /** The code that was checked and counts; empty for none. */
    code: applied?.code ?? '',
    /** What the code that counts takes off, in the server's words. */
    message: applied?.message,
    /** Why the typed code does not count. */
    problem,
    checking,
    apply,
    remove: (): void => {
      setTyped('');
      setApplied(undefined);
      setProblem(undefined);
    },
    /** Checks a typed code that was not applied. Returns the code that counts; undefined if the typed one does not. */
    settle: async () => (applied ? applied.code : typed.trim() === '' ? '' : check()),
    /** The id of its field. */
    id,
    /** Moves to the field, e.g. after `settle` has refused the code. */
    focus: (): void => document.getElementById(id)?.focus(),
  };
}
