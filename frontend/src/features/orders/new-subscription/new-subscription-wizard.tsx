import { useState } from 'react';
import { yen } from '#shared/numbers';
import { promisedWithin } from '#shared/model/movement';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { paths } from '../../../lib/paths';
import { usePricing } from '../order/use-pricing';
import { Alert, Button, ButtonLink } from '../../../ui/basics';
import { Dialog } from '../../../ui/dialog';
import { SubscriptionFields } from '../order/subscription-fields';
import { usePromoCode } from '../order/use-promo-code';
import { useAction } from '../../../ui/use-action';
import { useSteps, type Steps, WizardProgress } from '../../../ui/steps';
import { OrderConfirmation, useTermsKnown } from '../order/order-confirmation';
import { scheduleOfOrder } from '../order/payment-schedule';
import { CardChoiceFields, choiceText, usableCard, type CardChoice } from './card-choice';
import { OrderedView } from './ordered-view';
import { usePlaceOrder, type OrderProblem } from './use-place-order';
import { useCardEntry } from '../../payments/payment-method/card-entry';

interface NewSubscriptionWizardProps {
  shop: ShopRecord;
  /** Unix milliseconds. */
  now: number;
  onClose: () => void;
  /** A subscription of devices turned out to run already. */
  onRunning: (subscription: Subscription) => void;
}

/** The wizard's steps: quantity, payment, confirmation (spec 4). Going back or a failure keeps all input. */
export function NewSubscriptionWizard(props: NewSubscriptionWizardProps) {
  const { shop, now, onClose } = props;
  const { steps, quantity, setQuantity, promo, card, priced, ordered, busy, back, next } = useWizard(props);
  const { step, open, said, top, progress } = steps;
  // Stripe's frames lose their typed data when they leave the page: once opened, the step stays in it.
  const [paymentSeen, setPaymentSeen] = useState(false);
  if (step === 'payment' && !paymentSeen) setPaymentSeen(true);
  if (ordered) return <OrderedView ordered={ordered} onClose={onClose} />;
  return (
    <Dialog
      onClose={onClose}
      title="サブスクリプションの新規契約"
      locked={busy}
      dirty={step !== 'quantity' || quantity > 1 || promo.typed !== ''}
      onBack={back}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={back ?? onClose}>
            {back ? '戻る' : 'キャンセル'}
          </Button>
          <Button busy={busy} disabled={!next.ready} settled={step !== 'confirm' || steps.settled} onClick={next.press}>
            {next.label}
          </Button>
        </>
      }
    >
      {/* A step is scrolled to its top, where its error is shown too. */}
      <div ref={top} tabIndex={-1} className="scroll-mt-4 outline-none">
        <WizardProgress {...progress} />
      </div>
      {said && <Problem problem={said} onOtherCard={() => open('payment')} />}
      <div hidden={step !== 'quantity'}>
        <SubscriptionFields customerId={shop.customer.id} quantity={quantity} onQuantity={setQuantity} promo={promo} />
      </div>
      {paymentSeen && (
        <fieldset hidden={step !== 'payment'} disabled={busy}>
          <CardChoiceFields
            shop={shop}
            added={card.added !== undefined}
            choice={card.choice}
            onChoice={card.setChoice}
            entry={card.entry}
            now={now}
          />
        </fieldset>
      )}
      {step === 'confirm' && priced && (
        <OrderConfirmation
          pricing={priced}
          quantity={`${quantity}台`}
          promoCode={promo.code}
          schedule={scheduleOfOrder(priced, now)}
          method={choiceText(card.choice, shop)}
          delivery={{
            label: 'お届け',
            text: `お申し込みの確認後、${promisedWithin('subscribed')}に発送します`,
            to: shop.customer.shipping?.address,
          }}
          endsAt={undefined}
          onChange={{ quantity: () => open('quantity'), method: () => open('payment') }}
        />
      )}
    </Dialog>
  );
}

const orderSteps = { quantity: '台数', payment: 'お支払い', confirm: '確認' };
type OrderSteps = Steps<keyof typeof orderSteps, OrderProblem>;

/** The order as it stands, and what the two buttons of its open step do. */
function useWizard({ shop, now, onClose, onRunning }: NewSubscriptionWizardProps) {
  const customerId = shop.customer.id;
  const steps = useSteps<keyof typeof orderSteps, OrderProblem>(orderSteps);
  const { step, open, say } = steps;
  const [quantity, setQuantity] = useState(1);
  const promo = usePromoCode(customerId);
  const card = useOrderCard(shop, now, steps);
  const termsKnown = useTermsKnown();
  const pricing = usePricing(quantity, promo.code, customerId);
  // While a new quantity is being priced, the old price is still shown, and ordering is disabled.
  const priced = pricing.error || pricing.isLoading ? undefined : pricing.data;
  const { ordered, place, placing } = usePlaceOrder({ shop, pricing, onProblem: say, onClose, onRunning });
  const [toPayment, settling] = useAction(async () => {
    if ((await promo.settle()) === undefined) return promo.focus;
    open('payment');
  });
  const submit = (): void => {
    if (!priced) return;
    const paymentMethodId = card.choice === 'added' ? card.added : undefined;
    place({ pricing: priced, promoCode: promo.code, paymentMethodId });
  };

  const next = {
    quantity: { label: 'お支払い方法へ進む', press: toPayment, ready: priced !== undefined },
    payment: {
      label: card.choice === 'new' ? 'カードを登録して確認へ' : '確認へ進む',
      press: card.proceed,
      ready: card.ready,
    },
    confirm: {
      label:
        priced && !priced.trial && priced.total > 0 ? `${yen(priced.total)}を支払って申し込む` : 'この内容で申し込む',
      press: submit,
      ready: priced !== undefined && termsKnown,
    },
  }[step];
  const busy = settling || card.saving || placing;
  return { steps, quantity, setQuantity, promo, card, priced, ordered, busy, back: steps.back, next };
}

const Problem = ({ problem, onOtherCard }: { problem: OrderProblem; onOtherCard: () => void }) => (
  <Alert className="mb-6" live tone="danger" title={problem.title}>
    {problem.text}
    {problem.owing !== undefined && (
      <div>
        <ButtonLink to={paths.subscription(problem.owing)} variant="secondary" size="sm" className="mt-3">
          お支払いへ進む
        </ButtonLink>
      </div>
    )}
    {problem.wantsCard && (
      <div>
        <Button variant="secondary" size="sm" className="mt-3" onClick={onOtherCard}>
          別のカードを選ぶ
        </Button>
      </div>
    )}
  </Alert>
);

/** The card that an order is paid with, and the way from it to the confirmation, which saves a new card first. */
function useOrderCard(shop: ShopRecord, now: number, { open, say }: OrderSteps) {
  const [choice, setChoice] = useState<CardChoice>(() => (usableCard(shop, now) ? 'saved' : 'new'));
  const [added, setAdded] = useState<string>();
  const { save, ready, ...entry } = useCardEntry(shop, { customerId: shop.customer.id });
  const [proceed, saving] = useAction(async () => {
    if (choice === 'new') {
      say(undefined);
      const saved = await save();
      if ('invalid' in saved) return saved.invalid;
      if ('problem' in saved) {
        say({ title: '支払い方法の設定に失敗しました', text: saved.problem, wantsCard: false });
        return undefined;
      }
      setAdded(saved.paymentMethodId);
      setChoice('added');
    }
    open('confirm');
    return undefined;
  });
  return {
    choice,
    setChoice,
    /** Stripe's id of the card that was saved during this order. */
    added,
    entry,
    ready: choice !== 'new' || ready,
    proceed,
    saving,
  };
}
