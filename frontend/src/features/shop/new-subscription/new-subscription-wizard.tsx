import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isMendedByAnotherCard } from '#shared/model/card-refusals';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { useRefreshShop } from '../use-refresh-shop';
import { usePricing } from '../order/use-pricing';
import { changedState } from '../../../lib/changed';
import { useTimeout } from '../../../lib/use-timeout';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { SubscriptionFields } from '../order/subscription-fields';
import { showPriceNow } from '../order/seen-price';
import { usePromoCode } from '../order/use-promo-code';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { WizardProgress } from '../../../ui/wizard-progress';
import { OrderConfirmation } from '../order/order-confirmation';
import { scheduleOfOrder } from '../order/payment-schedule';
import { useCardEntry } from '../payment-method/use-card-entry';
import { CardChoiceFields, choiceText, usableCard, type CardChoice } from './card-choice';
import { runningDeviceSubscription } from './device-subscription';
import { OrderedView } from './ordered-view';
import { useOrder, type Ordered } from './use-order';

const steps = ['台数', 'お支払い', '確認'] as const;
const title = 'サブスクリプションの新規契約';
const failed = 'サブスクリプションの作成中にエラーが発生しました';

/**
 * The order button appears at the place of the button before it: a double click on that one must not order. In
 * milliseconds.
 */
const settlesAfter = 500;

interface NewSubscriptionWizardProps {
  shop: ShopRecord;
  /** Unix milliseconds. */
  now: number;
  onClose: () => void;
  /** A subscription of devices turned out to run already. */
  onRunning: (subscription: Subscription) => void;
}

/** The wizard's steps: quantity, payment, confirmation (spec 4). Going back or a failure keeps all input. */
export function NewSubscriptionWizard({ shop, now, onClose, onRunning }: NewSubscriptionWizardProps) {
  const customerId = shop.customer.id;
  const [step, setStep] = useState<0 | 1 | 2>(0);
  const [paymentSeen, setPaymentSeen] = useState(false);
  const [quantity, setQuantity] = useState(1);
  const promo = usePromoCode(customerId);
  const [choice, setChoice] = useState<CardChoice>(() => (usableCard(shop, now) ? 'saved' : 'new'));
  const [addedCard, setAddedCard] = useState<string>();
  const [problem, setProblem] = useState<{ title: string; text: string; wantsCard: boolean }>();
  const [settled, setSettled] = useState(false);
  const [ordered, setOrdered] = useState<Ordered>();
  const pricing = usePricing(quantity, promo.code, { customerId });
  const { save, ready, ...entry } = useCardEntry(shop, { customerId });
  const order = useOrder(customerId);
  const refresh = useRefreshShop(customerId);
  const navigate = useNavigate();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opening = step === 0 && !paymentSeen && !problem;
    if (opening) return;
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, [step, problem, paymentSeen]);
  useTimeout(() => setSettled(true), step === 2 ? settlesAfter : null);
  // While a new quantity is being priced, the old price is still shown, and ordering is disabled.
  const priced = pricing.error || pricing.isLoading ? undefined : pricing.data;

  const show = (next: 0 | 1 | 2): void => {
    setProblem(undefined);
    setSettled(false);
    setStep(next);
    if (next === 1) setPaymentSeen(true);
  };

  const [toPayment, settling] = useAction(async () => {
    if ((await promo.settle()) === undefined) return promo.focus;
    show(1);
  });

  const [toConfirmation, savingCard] = useAction(async () => {
    if (choice !== 'new') {
      show(2);
      return undefined;
    }
    setProblem(undefined);
    const saved = await save();
    if ('invalid' in saved) return saved.invalid;
    if ('problem' in saved) {
      setProblem({ title: '支払い方法の設定に失敗しました', text: saved.problem, wantsCard: false });
      return undefined;
    }
    setAddedCard(saved.paymentMethodId);
    setChoice('added');
    show(2);
    return undefined;
  });

  const finish = (done: Ordered, trial: boolean): void => {
    if (done.cardProblem !== undefined || done.paymentProblem !== undefined) {
      setOrdered(done);
      return;
    }
    showToast({
      tone: 'success',
      title: 'サブスクリプションを開始しました',
      description: trial ? '無料トライアルが始まりました。' : 'お支払いが完了しました。',
    });
    const { subscriptionId } = done;
    void navigate('.', { replace: true, state: changedState({ customerId, subscriptionId }) });
    onClose();
  };

  const [submit, ordering] = useAction(async () => {
    if (!priced) return;
    setProblem(undefined);
    const result = await order({
      pricing: priced,
      promoCode: promo.code,
      paymentMethodId: choice === 'added' ? addedCard : undefined,
    });
    if ('ordered' in result) {
      finish(result.ordered, priced.trial);
      return;
    }
    if (result.code === 'SUBSCRIPTION_EXISTS') {
      const running = await refresh().then(runningDeviceSubscription, () => undefined);
      if (running) {
        onRunning(running);
        return;
      }
    }
    // The price is shown again, as it is now, before anything is ordered.
    await showPriceNow(pricing, result.error);
    const title = result.code === 'IDEMPOTENCY_KEY_IN_USE' ? 'お申し込みを処理しています' : failed;
    setProblem({ title, text: result.problem, wantsCard: isMendedByAnotherCard(result.code) });
  });
  const busy = settling || savingCard || ordering;

  if (ordered) return <OrderedView ordered={ordered} onClose={onClose} />;
  const back =
    step === 0 ? { label: 'キャンセル', press: onClose } : { label: '戻る', press: () => show(step === 1 ? 0 : 1) };
  const next = [
    { label: 'お支払いへ進む', press: toPayment, off: !priced },
    {
      label: choice === 'new' ? 'カードを登録して確認へ' : '確認へ進む',
      press: toConfirmation,
      off: choice === 'new' && !ready,
    },
    {
      label: priced?.trial ? 'この内容で無料トライアルを始める' : 'この内容で申し込む',
      press: submit,
      off: !priced || !settled,
    },
  ][step];
  const actions = (
    <>
      <Button variant="quiet" disabled={busy} onClick={back.press}>
        {back.label}
      </Button>
      {next && (
        <Button busy={busy} disabled={next.off} onClick={next.press}>
          {next.label}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      onClose={onClose}
      title={title}
      locked={busy}
      dirty={step > 0 || quantity > 1 || promo.typed !== ''}
      onBack={step === 0 ? undefined : back.press}
      actions={actions}
    >
      {/* A step is scrolled to its top, where its error is shown too. */}
      <div ref={top} tabIndex={-1} className="scroll-mt-4 outline-none">
        <WizardProgress steps={steps} current={step} />
      </div>
      {problem && (
        <div className="mb-6">
          <Alert live tone="danger" title={problem.title}>
            {problem.text}
            {problem.wantsCard && (
              <div>
                <Button variant="secondary" size="sm" className="mt-3" onClick={() => show(1)}>
                  別のカードを選ぶ
                </Button>
              </div>
            )}
          </Alert>
        </div>
      )}
      <div hidden={step !== 0}>
        <SubscriptionFields shop={{ customerId }} quantity={quantity} onQuantity={setQuantity} promo={promo} />
      </div>
      {paymentSeen && (
        <fieldset hidden={step !== 1} disabled={busy}>
          <CardChoiceFields
            shop={shop}
            added={addedCard !== undefined}
            choice={choice}
            onChoice={setChoice}
            entry={entry}
            now={now}
          />
        </fieldset>
      )}
      {step === 2 && priced && (
        <OrderConfirmation
          order={{
            pricing: priced,
            quantity: `${quantity}台`,
            promoCode: promo.code,
            schedule: scheduleOfOrder(priced, now),
            method: choiceText(choice, shop),
            delivery: { label: 'お届け', text: 'お申し込みの確認後、店舗のお届け先へ発送します' },
            endsAt: undefined,
          }}
        />
      )}
    </Dialog>
  );
}
