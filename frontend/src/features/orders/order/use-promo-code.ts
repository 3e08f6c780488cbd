import { useId, useState } from 'react';
import { plainCode } from '#shared/numbers';
import { showToast } from '../../../ui/toast';
import { useAction, type Then } from '../../../ui/use-action';
import { checkPromoCode } from './use-pricing';

/** The promotion code of an order that is being made. */
export interface PromoCode {
  typed: string;
  type: (text: string) => void;
  /** The code that was checked and counts; empty for none. */
  code: string;
  /** What the code that counts takes off, in the server's words. */
  message: string | undefined;
  /** Why the typed code does not count. */
  problem: string | undefined;
  checking: boolean;
  apply: () => void;
  remove: () => void;
  /** Checks a typed code that was not applied. Returns the code that counts; undefined if the typed one does not. */
  settle: () => Promise<string | undefined>;
  /** The id of its field. */
  id: string;
  /** Moves to the field, e.g. after {@link PromoCode.settle} has refused the code. */
  focus: Then;
}

/** `customerId` is absent for a shop that is about to be opened; `initial` is a typed code that was kept. */
export function usePromoCode(customerId?: string, initial = ''): PromoCode {
  const [typed, setTyped] = useState(initial);
  const [applied, setApplied] = useState<{ code: string; message: string }>();
  const [problem, setProblem] = useState<string>();
  const id = useId();

  const check = async (): Promise<string | undefined> => {
    setProblem(undefined);
    const code = plainCode(typed);
    setTyped(code);
    const result = await checkPromoCode(code, customerId);
    if ('promo' in result) {
      setApplied({ code, message: result.promo.message });
      return code;
    }
    setProblem(result.problem);
    showToast({
      tone: 'danger',
      title: result.title,
      ...(result.problem !== result.title && { description: result.problem }),
    });
    return undefined;
  };
  const [apply, checking] = useAction(async () => void (await check()));

  return {
    typed,
    type: setTyped,
    code: applied?.code ?? '',
    message: applied?.message,
    problem,
    checking,
    apply,
    remove: () => {
      setTyped('');
      setApplied(undefined);
      setProblem(undefined);
    },
    settle: async () => (applied ? applied.code : typed.trim() === '' ? '' : check()),
    id,
    focus: () => document.getElementById(id)?.focus(),
  };
}
