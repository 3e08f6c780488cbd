import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { getConfig } from '#shared/contract/platform';
import { shopFormSchema, type ShopForm } from '#shared/model/shop-form';
import { paths } from '../../../lib/paths';
import { useUser } from '../../../lib/session';
import { acceptance } from '../../../lib/storage';
import { useCall } from '../../../lib/use-call';
import { usePricing } from '../order/use-pricing';
import { privacy } from '../../../text/privacy';
import { terms } from '../../../text/terms';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { CardFields, type CardFieldsHandle } from '../card/card-fields';
import { ErrorPanel } from '../../../ui/error-panel';
import { Page } from '../../../ui/page';
import { Skeleton } from '../../../ui/skeleton';
import { TextField } from '../../../ui/text-field';
import { showToast } from '../../../ui/toast';
import { WizardProgress } from '../../../ui/wizard-progress';
import { Confirmation } from './confirmation';
import { ShopFormFields } from './shop-form-fields';
import { useShopSubmit } from './use-submit';

const emptyForm: ShopForm = {
  creationMode: 'with-subscription',
  storeName: '',
  dealerCode: '',
  shippingName: '',
  shippingPostalCode: '',
  shippingState: '',
  shippingLine1: '',
  shippingLine2: '',
  shippingPhone: '',
  useSameAddress: true,
  billingName: '',
  billingPostalCode: '',
  billingState: '',
  billingLine1: '',
  billingLine2: '',
  cardholderName: '',
  revonizerQuantity: 1,
  promoCode: '',
};

/**
 * Focus goes to the first wrong field as the page shows them; the form itself only knows in which order they
 * registered.
 */
const focusFirstWrong = (): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());

/** /stores/new/form: only after both texts were agreed to (spec 4, Store creation). */
export function ShopFormScreen() {
  const [agreed] = useState(() => acceptance.complete());
  const [query] = useSearchParams();
  useEffect(() => {
    if (!agreed) acceptance.clear();
  }, [agreed]);
  if (!agreed) return <Navigate to={{ pathname: paths.newShop, search: query.toString() }} replace />;
  return <ShopFormFlow firstTime={query.get('firstTime') === 'true'} />;
}

function ShopFormFlow({ firstTime }: { firstTime: boolean }) {
  const navigate = useNavigate();
  const { user } = useUser();
  const config = useCall(getConfig, {});
  const form = useForm<ShopForm>({
    resolver: zodResolver(shopFormSchema),
    defaultValues: emptyForm,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const [confirming, setConfirming] = useState(false);
  const [cardProblem, setCardProblem] = useState<string>();
  const [openedAt] = useState(() => Date.now());
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
  const [mode, quantity, promoCode] = useWatch({
    control: form.control,
    name: ['creationMode', 'revonizerQuantity', 'promoCode'],
  });
  const pricing = usePricing(quantity, promoCode);
  // Nobody orders by the price of another quantity, or without one (特定商取引法 12-6).
  const priced = pricing.error || pricing.isLoading ? undefined : pricing.data;

  if (config.error) return <ErrorPanel error={config.error} onRetry={() => void config.mutate()} />;
  if (!config.data || !user) return <Skeleton lines={8} />;

  const submission = {
    form: form.getValues(),
    email: user.email,
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

  const show = (confirmation: boolean): void => {
    setConfirming(confirmation);
    window.scrollTo({ top: 0 });
  };

  const toConfirmation = form.handleSubmit(async () => {
    setCardProblem(undefined);
    const problem = subscribed ? await card?.validate() : undefined;
    if (problem === undefined) show(true);
    else setCardProblem(problem);
  }, focusFirstWrong);

  return (
    <Page title={titles[step]} description={step === 'form' ? 'お届け先とご利用内容を入力してください。' : undefined}>
      <WizardProgress steps={['規約の同意', '店舗情報', '確認']} current={step === 'form' ? 1 : 2} />
      <form noValidate onSubmit={(event) => void toConfirmation(event)} className="mt-6">
        <div hidden={step !== 'form'}>
          <ShopFormFields form={form} lookupUrl={config.data.postalLookupUrl} />
        </div>
        {subscribed && (
          // The card's frames keep what was typed only while they stay in the page: hidden, not removed.
          <div hidden={step === 'confirm'} className="mt-6">
            {state.step === 'card' && (
              <div className="mb-6">
                <Alert tone="warning" title="カードの登録が完了していません">
                  店舗とサブスクリプションの登録は完了しています。カードをご確認のうえ、もう一度登録してください。（
                  {state.problem}）カードが登録されないまま無料トライアルが終わると、契約は終了します。
                </Alert>
              </div>
            )}
            <Card title="お支払い方法">
              <div className="space-y-5">
                {step === 'form' && (
                  <TextField
                    label="カード名義人"
                    required
                    autoComplete="cc-name"
                    autoCapitalize="characters"
                    placeholder="TARO YAMADA"
                    help="カードに記載のローマ字"
                    error={form.formState.errors.cardholderName?.message}
                    {...form.register('cardholderName')}
                  />
                )}
                <CardFields
                  ref={setCard}
                  publishableKey={config.data.stripePublishableKey}
                  stripeJsUrl={config.data.stripeJsUrl}
                />
                {cardProblem && step === 'form' && <Alert tone="danger">{cardProblem}</Alert>}
              </div>
            </Card>
          </div>
        )}
        {step === 'form' && (
          <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            {!firstTime && (
              <Button type="button" variant="secondary" onClick={() => void navigate(paths.home)}>
                キャンセル
              </Button>
            )}
            <Button type="submit" busy={form.formState.isSubmitting}>
              確認画面へ
            </Button>
          </div>
        )}
      </form>
      {step === 'confirm' && (
        <>
          <Confirmation form={submission.form} pricing={{ ...pricing, data: priced }} now={openedAt} />
          {state.step === 'form' && state.problem && !busy && (
            <div className="mt-6">
              <Alert tone="danger" title={state.problem}>
                {state.fields
                  ? Object.values(state.fields).join(' ')
                  : '入力した内容は残っています。もう一度お試しください。'}
              </Alert>
            </div>
          )}
          <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
            <Button variant="secondary" disabled={busy} onClick={() => show(false)}>
              入力に戻る
            </Button>
            <Button busy={busy} disabled={subscribed && !priced} onClick={() => submit(submission)}>
              {subscribed ? 'この内容で申し込む' : 'この内容で登録する'}
            </Button>
          </div>
        </>
      )}
      {state.step === 'card' && (
        <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
          <Button variant="quiet" disabled={busy} onClick={() => void navigate(paths.home)}>
            あとで登録する
          </Button>
          <Button busy={busy} onClick={() => retryCard(submission)}>
            カードを登録する
          </Button>
        </div>
      )}
    </Page>
  );
}
