import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { User } from '#shared/model/account';
import { shopFormSchema } from '#shared/model/shop-form';
import type { DeliveryAddress } from '#shared/model/trial';
import { paths } from '../../../lib/paths';
import { useUser } from '../../../lib/session';
import { acceptance } from '../../../lib/storage';
import { privacy } from '../../../text/privacy';
import { terms } from '../../../text/terms';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { Page } from '../../../ui/page';
import { Skeleton } from '../../../ui/skeleton';
import { showToast } from '../../../ui/toast';
import { useSubmitForm } from '../../../ui/use-submit-form';
import { WizardProgress } from '../../../ui/wizard-progress';
import type { CardFieldsHandle } from '../card/card-fields';
import { CardholderField } from '../card/cardholder-field';
import { usePricing } from '../order/use-pricing';
import { CardSection } from './card-section';
import { Confirmation } from './confirmation';
import { emptyForm } from './empty-form';
import { ShopFormFields } from './shop-form-fields';
import { StepActions } from './step-actions';
import { useShopSubmit } from './use-submit';

/**
 * Focus goes to the first wrong field as the page shows them; the form itself only knows in which order they
 * registered.
 */
const focusFirstWrong = (): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());

/** /stores/new/form: only after both texts were agreed to (spec 4, Store creation). */
export function ShopFormScreen() {
  const { user } = useUser();
  const [agreed] = useState(() => acceptance.complete());
  const [query] = useSearchParams();
  useEffect(() => {
    if (!agreed) acceptance.clear();
  }, [agreed]);
  if (!agreed) return <Navigate to={{ pathname: paths.newShop, search: query.toString() }} replace />;
  if (!user) return <Skeleton lines={8} />;
  return <ShopFormFlow firstTime={query.get('firstTime') === 'true'} email={user.email} />;
}

interface ShopFormFlowProps extends Pick<User, 'email'> {
  /** The user's first shop: the form has no cancel button. */
  firstTime: boolean;
}

/** The form, its confirmation, and only the card if only that failed. */
function ShopFormFlow({ firstTime, email }: ShopFormFlowProps) {
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const [cardProblem, setCardProblem] = useState<string>();
  const [openedAt] = useState(() => Date.now());
  // Whether there is a free trial depends on it: the confirmation shows the price for this address.
  const [address, setAddress] = useState<DeliveryAddress>();
  const [card, setCard] = useState<CardFieldsHandle | null>(null);
  const { state, busy, submit, retryCard } = useShopSubmit(() => {
    acceptance.clear();
    showToast({
      tone: 'success',
      title: '店舗を登録しました',
      description: 'ホームからご契約の内容をご確認いただけます。',
    });
    void navigate(paths.home, { replace: true });
  });

  const show = (confirmation: boolean): void => {
    setConfirming(confirmation);
    window.scrollTo({ top: 0 });
  };
  const form = useSubmitForm(shopFormSchema, {
    defaultValues: emptyForm,
    // The form's button sends the card's number, which Stripe checks.
    send: async ({ creationMode, shippingPostalCode, shippingState, shippingLine1, shippingLine2 }) => {
      setCardProblem(undefined);
      setAddress({
        postalCode: shippingPostalCode,
        state: shippingState,
        line1: shippingLine1,
        line2: shippingLine2,
      });
      const problem = creationMode === 'with-subscription' ? await card?.validate() : undefined;
      if (problem === undefined) show(true);
      else setCardProblem(problem);
    },
    failed: () => undefined,
    focusInvalid: focusFirstWrong,
  });
  const [mode, quantity, promoCode] = useWatch({
    control: form.rhf.control,
    name: ['creationMode', 'revonizerQuantity', 'promoCode'],
  });
  const pricing = usePricing(quantity, promoCode, { address });
  // An order needs the price of exactly this quantity on the screen (特定商取引法 12-6).
  const priced = pricing.error || pricing.isLoading ? undefined : pricing.data;

  const submission = {
    form: form.rhf.getValues(),
    email,
    acceptance: { termsVersion: terms.version, privacyVersion: privacy.version },
    card,
  };
  const subscribed = mode === 'with-subscription';
  const step = state.step === 'card' ? 'card' : confirming ? 'confirm' : 'form';
  const titles = {
    form: firstTime ? '最初の店舗の設定' : '新しい店舗の登録',
    confirm: 'お申し込み内容の確認',
    card: 'カードの登録',
  };

  return (
    <Page title={titles[step]} description={step === 'form' ? 'お届け先とご利用内容を入力してください。' : undefined}>
      <WizardProgress steps={['規約の同意', '店舗情報', '確認']} current={step === 'form' ? 1 : 2} />
      <Form form={form} className="mt-6">
        <div hidden={step !== 'form'}>
          <ShopFormFields form={form} address={address} />
        </div>
        {subscribed && (
          <CardSection
            ref={setCard}
            hidden={step === 'confirm'}
            holder={step === 'form' && <CardholderField {...form.field('cardholderName')} />}
            problem={step === 'form' ? cardProblem : undefined}
            unsaved={state.step === 'card' ? state.problem : undefined}
          />
        )}
        {step === 'form' && (
          <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            {!firstTime && (
              <Button variant="secondary" onClick={() => void navigate(paths.home)}>
                キャンセル
              </Button>
            )}
            <Button type="submit" busy={form.busy}>
              確認画面へ
            </Button>
          </div>
        )}
      </Form>
      {step === 'confirm' && (
        <>
          <Confirmation
            form={submission.form}
            pricing={{ ...pricing, data: priced }}
            now={openedAt}
            onShopOnly={() => form.rhf.setValue('creationMode', 'store-only')}
          />
          {state.step === 'form' && state.problem && !busy && (
            <div className="mt-6">
              <Alert live tone="danger" title={state.problem}>
                {state.fields
                  ? Object.values(state.fields).join(' ')
                  : '入力した内容は残っています。もう一度お試しください。'}
              </Alert>
            </div>
          )}
          <StepActions>
            <Button variant="secondary" disabled={busy} onClick={() => show(false)}>
              入力に戻る
            </Button>
            <Button busy={busy} disabled={subscribed && !priced?.trial} onClick={() => submit(submission)}>
              {subscribed ? 'この内容で申し込む' : 'この内容で登録する'}
            </Button>
          </StepActions>
        </>
      )}
      {state.step === 'card' && (
        <StepActions>
          <Button variant="quiet" disabled={busy} onClick={() => void navigate(paths.home)}>
            あとで登録する
          </Button>
          <Button busy={busy} onClick={() => retryCard(submission)}>
            カードを登録する
          </Button>
        </StepActions>
      )}
    </Page>
  );
}
