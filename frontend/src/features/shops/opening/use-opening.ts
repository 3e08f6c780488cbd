import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import type { User } from '#shared/model/account';
import { readShopDraft, removeShopDraft, shopFormSchema, type ShopForm } from './shop-form';
import { changedState } from '../../movements/what-next';
import { paths } from '../../../lib/paths';
import { acceptance } from '../../../lib/storage';
import { privacy } from '../../../text/privacy';
import { terms } from '../../../text/terms';
import { showToast } from '../../../ui/toast';
import { useSubmitForm } from '../../../ui/use-submit-form';
import { useSteps } from '../../../ui/steps';
import { validateCard, type CardFieldsHandle } from '../../payments/card/card-fields';
import { showPriceNow, usePricing } from '../../orders/order/use-pricing';
import { usePromoCode } from '../../orders/order/use-promo-code';
import { useShopSubmit } from './use-shop-submit';

/**
 * Focus goes to the first wrong field as the page shows them; the form itself only knows in which order they
 * registered.
 */
const focusFirstWrong = (): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());

/** From the texts to the order. */
export const openingSteps = { texts: '規約への同意', form: '店舗情報', confirm: '確認' };

/** The number that the router gives to the current entry of the browser's history. */
export const entryNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** The router's state of an entry from the agreements to the confirmation. */
interface FlowState {
  /** The entry where the flow began. */
  begun?: number;
  confirms?: true;
}

/** Leads home, in place of all entries of the flow: the phone's back button then leads to what was before them. */
function useLeave(begun = Infinity): (state?: unknown) => void {
  const navigate = useNavigate();
  return (state) => {
    const home = (): void => void navigate(paths.home, { replace: true, state });
    const entries = entryNow() - begun;
    if (entries <= 0) return home();
    window.addEventListener('popstate', home, { once: true });
    window.history.go(-entries);
  };
}

/** The form of a new shop: what was typed, its card, its promotion code, and what was confirmed of it. */
function useShopForm(user: Pick<User, 'id'>, flow: FlowState | null) {
  const navigate = useNavigate();
  const [draft] = useState(() => readShopDraft(user.id));
  // The confirmed value is the one that is sent, as the server will read it.
  const [checked, setChecked] = useState<ShopForm>();
  const [cardProblem, setCardProblem] = useState<string>();
  const [card, setCard] = useState<CardFieldsHandle | null>(null);
  const promo = usePromoCode(undefined, draft.promoCode);
  const form = useSubmitForm(shopFormSchema, {
    defaultValues: draft,
    // The form's button sends the card's number, which Stripe checks.
    send: async (values) => {
      setCardProblem(undefined);
      const subscribed = values.creationMode === 'with-subscription';
      const promoCode = subscribed ? await promo.settle() : '';
      if (promoCode === undefined) return promo.focus;
      const problem = subscribed ? await validateCard(card) : undefined;
      setCardProblem(problem);
      if (problem !== undefined) return undefined;
      setChecked({ ...values, promoCode });
      await navigate({ search: window.location.search }, { state: { ...flow, confirms: true } });
    },
    failed: () => undefined,
    focusInvalid: focusFirstWrong,
  });
  return { form, promo, checked, card, setCard, cardProblem, setCardProblem };
}

/**
 * Opening a shop: the form, its confirmation, and only the card if only that failed. The confirmation has its own entry
 * in the browser's history: the phone's back button leads back to the form.
 */
export function useOpening(user: Pick<User, 'id' | 'email'>) {
  const flow = useLocation().state as FlowState | null;
  const leave = useLeave(flow?.begun);
  const { checked, ...shopForm } = useShopForm(user, flow);
  const mode = useWatch({ control: shopForm.form.rhf.control, name: 'creationMode' });
  const pricing = usePricing(checked?.revonizerQuantity ?? 0, checked?.promoCode ?? '');
  // An order needs the price of exactly this quantity on the screen (特定商取引法 12-6).
  const priced = pricing.error || pricing.isLoading ? undefined : pricing.data;

  const { state, busy, submit, retryCard } = useShopSubmit(
    (customerId) => {
      acceptance.clear();
      removeShopDraft();
      const rented = checked?.creationMode === 'with-subscription';
      showToast({
        tone: 'success',
        title: '店舗を登録しました',
        description: rented
          ? 'ホームからご契約の内容をご確認いただけます。'
          : 'レンタルはこの店舗からいつでも申し込めます。',
      });
      leave(rented ? changedState({ customerId, did: 'お申し込みを承りました' }) : undefined);
    },
    (error) => void showPriceNow(pricing, error),
  );

  const submission = checked && {
    form: checked,
    email: user.email,
    acceptance: { termsVersion: terms.version, privacyVersion: privacy.version },
    card: shopForm.card,
    priced,
  };
  const step: 'form' | 'confirm' | 'card' =
    state.step === 'card' ? 'card' : flow?.confirms && checked ? 'confirm' : 'form';
  const { progress, settled } = useSteps(openingSteps, { at: step === 'form' ? step : 'confirm' });
  const subscribed = (step === 'form' ? mode : checked?.creationMode) === 'with-subscription';
  return {
    ...shopForm,
    step,
    progress,
    settled,
    subscribed,
    pricing,
    priced,
    submission,
    state,
    busy,
    submit,
    retryCard,
    leave,
  };
}

export type Opening = ReturnType<typeof useOpening>;
