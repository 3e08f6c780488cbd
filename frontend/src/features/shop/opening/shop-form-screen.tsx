import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { User } from '#shared/model/account';
import { shopFormSchema, type ShopForm } from '#shared/model/shop-form';
import { changedState } from '../../../lib/changed';
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
import { validateCard, type CardFieldsHandle } from '../card/card-fields';
import { CardholderField } from '../card/cardholder-field';
import { showPriceNow } from '../order/seen-price';
import { usePricing } from '../order/use-pricing';
import { usePromoCode } from '../order/use-promo-code';
import { CardSection } from './card-section';
import { Confirmation } from './confirmation';
import { KeptDraft, readShopDraft, removeShopDraft } from './shop-draft';
import { ShopFormFields } from './shop-form-fields';
import { StepActions } from './step-actions';
import { addressOf } from './to-requests';
import { useShopSubmit } from './use-submit';

/**
 * Focus goes to the first wrong field as the page shows them; the form itself only knows in which order they
 * registered.
 */
const focusFirstWrong = (): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());

/** The state of the browser's history at the confirmation. */
const confirmation = 'confirmation';

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
  return <ShopFormFlow firstTime={query.get('firstTime') === 'true'} user={user} />;
}

interface ShopFormFlowProps {
  user: Pick<User, 'id' | 'email'>;
  /** The user's first shop: the form has no cancel button. */
  firstTime: boolean;
}

/**
 * The form, its confirmation, and only the card if only that failed. The confirmation has its own entry in the
 * browser's history: the phone's back button leads back to the form.
 */
function ShopFormFlow({ firstTime, user }: ShopFormFlowProps) {
  const navigate = useNavigate();
  const atConfirmation = useLocation().state === confirmation;
  const [draft] = useState(() => readShopDraft(user.id));
  // The confirmed value is the one that is sent, as the server will read it.
  const [checked, setChecked] = useState<ShopForm>();
  const [cardProblem, setCardProblem] = useState<string>();
  const [openedAt] = useState(() => Date.now());
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
      await navigate({ search: window.location.search }, { state: confirmation });
    },
    failed: () => undefined,
    focusInvalid: focusFirstWrong,
  });
  const mode = useWatch({ control: form.rhf.control, name: 'creationMode' });
  // Whether there is a free trial depends on the address: the confirmation shows the price for it.
  const address = checked && addressOf(checked);
  const pricing = usePricing(checked?.revonizerQuantity ?? 0, checked?.promoCode ?? '', { address });
  // An order needs the price of exactly this quantity on the screen (特定商取引法 12-6).
  const priced = pricing.error || pricing.isLoading ? undefined : pricing.data;

  const { state, busy, submit, retryCard } = useShopSubmit(
    (opened) => {
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
      const state = opened && changedState({ customerId: opened.customerId });
      void navigate(paths.home, { replace: true, state });
    },
    (error) => void showPriceNow(pricing, error),
  );

  const submission = checked && {
    form: checked,
    email: user.email,
    acceptance: { termsVersion: terms.version, privacyVersion: privacy.version },
    card,
    priced,
  };
  const step = state.step === 'card' ? 'card' : atConfirmation && checked ? 'confirm' : 'form';
  const subscribed = (step === 'form' ? mode : checked?.creationMode) === 'with-subscription';
  const titles = {
    form: firstTime ? '最初の店舗の設定' : '新しい店舗の登録',
    confirm: subscribed ? 'お申し込み内容の確認' : '登録内容の確認',
    card: 'カードの登録',
  };

  return (
    <Page
      title={titles[step]}
      step={step}
      description={step === 'form' ? 'お届け先とご利用内容を入力してください。' : undefined}
    >
      <WizardProgress steps={['規約への同意', '店舗情報', '確認']} current={step === 'form' ? 1 : 2} />
      <Form form={form} className="mt-6">
        <KeptDraft form={form} userId={user.id} promoCode={promo.typed} />
        <div hidden={step !== 'form'}>
          <ShopFormFields form={form} address={address} promo={promo} />
        </div>
        {subscribed && (
          <CardSection
            ref={setCard}
            hidden={step === 'confirm'}
            holder={step === 'form' && <CardholderField {...form.field('cardholderName')} />}
            problem={step === 'form' ? cardProblem : undefined}
            onEdited={() => setCardProblem(undefined)}
            unsaved={state.step === 'card' ? state.problem : undefined}
          />
        )}
        {step === 'form' && (
          <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            {!firstTime && (
              <Button
                variant="secondary"
                onClick={() => {
                  removeShopDraft();
                  void navigate(paths.home);
                }}
              >
                キャンセル
              </Button>
            )}
            <Button type="submit" busy={form.busy}>
              確認画面へ
            </Button>
          </div>
        )}
      </Form>
      {step === 'confirm' && submission && (
        <>
          <Confirmation
            form={submission.form}
            pricing={{ ...pricing, data: priced }}
            now={openedAt}
            onShopOnly={() => setChecked({ ...submission.form, creationMode: 'store-only' })}
          />
          {state.step === 'form' && state.problem && !busy && (
            <div className="mt-6">
              <Alert live tone="danger" title={state.problem.title}>
                {state.problem.text} 入力した内容は残っています。
              </Alert>
            </div>
          )}
          <StepActions>
            <Button variant="secondary" disabled={busy} onClick={() => void navigate(-1)}>
              入力に戻る
            </Button>
            <Button busy={busy} disabled={subscribed && !priced?.trial} onClick={() => submit(submission)}>
              {subscribed ? 'この内容で申し込む' : 'この内容で登録する'}
            </Button>
          </StepActions>
        </>
      )}
      {state.step === 'card' && submission && (
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
