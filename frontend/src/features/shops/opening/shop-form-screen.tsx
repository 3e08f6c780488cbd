import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { User } from '#shared/model/account';
import { paths } from '../../../lib/paths';
import { useUser } from '../../../lib/session';
import { acceptance } from '../../../lib/storage';
import { Alert, Button, Skeleton } from '../../../ui/basics';
import { Form } from '../../../ui/form';
import { Page } from '../../../ui/page';
import { WizardProgress } from '../../../ui/steps';
import { CardFields, CardholderField, isPayment, type CardFieldsHandle } from '../../payments/card/card-fields';
import { Card } from '../../../ui/content';
import { Confirmation, formParts, type FormPart } from './confirmation';
import { KeptDraft, removeShopDraft } from './shop-form';
import { ShopFormFields } from './shop-form-fields';
import { useOpening, type Opening } from './use-opening';

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

function ShopFormFlow({ firstTime, user }: ShopFormFlowProps) {
  const [openedAt] = useState(() => Date.now());
  const opening = useOpening(user);
  const { form, promo, step, subscribed, submission, state, busy } = opening;
  const { setCard, cardProblem, setCardProblem } = opening;
  const wanted = useRef<FormPart>(undefined);
  // After the page's heading has had the focus.
  useEffect(() => {
    if (step === 'form' && wanted.current) document.querySelector<HTMLElement>(formParts[wanted.current])?.focus();
    wanted.current = undefined;
  }, [step]);
  const pays = state.step === 'card' && isPayment(state.opened.clientSecret);
  const titles = {
    form: firstTime ? '最初の店舗の設定' : '新しい店舗の登録',
    confirm: subscribed ? 'お申し込み内容の確認' : '登録内容の確認',
    card: pays ? '初回のお支払い' : 'カードの登録',
  };
  return (
    <Page title={titles[step]} step={step}>
      <WizardProgress {...opening.progress} />
      <Form form={form} className="mt-6">
        <KeptDraft form={form} userId={user.id} promoCode={promo.typed} />
        <div hidden={step !== 'form'}>
          <ShopFormFields form={form} promo={promo} />
        </div>
        {subscribed && (
          <CardSection
            ref={setCard}
            hidden={step === 'confirm'}
            holder={step === 'form' && <CardholderField {...form.field('cardholderName')} />}
            problem={step === 'form' ? cardProblem : undefined}
            onEdited={() => setCardProblem(undefined)}
            unsaved={state.step === 'card' ? state.problem : undefined}
            pays={pays}
          />
        )}
        {step === 'form' && <FormButtons cancellable={!firstTime} busy={form.busy} />}
      </Form>
      {step === 'confirm' && submission && (
        <ConfirmStep
          opening={opening}
          submission={submission}
          now={openedAt}
          returnTo={(part) => (wanted.current = part)}
        />
      )}
      {step === 'card' && submission && (
        <StepActions>
          <Button variant="quiet" disabled={busy} onClick={() => opening.leave()}>
            {pays ? 'あとで支払う' : 'あとで登録する'}
          </Button>
          <Button busy={busy} onClick={() => opening.retryCard(submission)}>
            {pays ? '支払う' : 'カードを登録する'}
          </Button>
        </StepActions>
      )}
    </Page>
  );
}

function FormButtons({ cancellable, busy }: { cancellable: boolean; busy: boolean }) {
  const navigate = useNavigate();
  const cancel = (): void => {
    removeShopDraft();
    void navigate(paths.home);
  };
  return (
    <div className="actions mt-8">
      {cancellable && (
        <Button variant="secondary" onClick={cancel}>
          キャンセル
        </Button>
      )}
      <Button type="submit" busy={busy}>
        確認画面へ
      </Button>
    </div>
  );
}

interface ConfirmStepProps {
  opening: Opening;
  /** Which part of the form the way back leads to; its beginning by default. */
  returnTo: (part: FormPart | undefined) => void;
  submission: NonNullable<Opening['submission']>;
  /** Unix milliseconds. */
  now: number;
}

function ConfirmStep({ opening, submission, now, returnTo }: ConfirmStepProps) {
  const { pricing, priced, subscribed, state, busy, submit } = opening;
  const navigate = useNavigate();
  const back = (part?: FormPart): void => {
    returnTo(part);
    void navigate(-1);
  };
  return (
    <>
      <Confirmation form={submission.form} pricing={{ ...pricing, data: priced }} now={now} onChange={back} />
      {state.step === 'form' && state.problem && !busy && (
        <Alert className="mt-6" live tone="danger" title={state.problem.title}>
          {state.problem.text} 入力した内容は残っています。
        </Alert>
      )}
      <StepActions>
        <Button variant="secondary" disabled={busy} onClick={() => back()}>
          入力に戻る
        </Button>
        <Button
          busy={busy}
          disabled={subscribed && !priced}
          settled={opening.settled}
          onClick={() => submit(submission)}
        >
          {subscribed ? 'この内容で申し込む' : 'この内容で登録する'}
        </Button>
      </StepActions>
    </>
  );
}

/** The buttons at the end of a step. */
const StepActions = ({ children }: { children: ReactNode }) => (
  <div className="actions mt-8 sm:justify-between">{children}</div>
);

interface CardSectionProps {
  ref: Ref<CardFieldsHandle>;
  /** Stripe's frames keep their typed data only while they stay in the page: hidden, not removed. */
  hidden: boolean;
  /** The holder's name, if it is still needed. */
  holder: ReactNode;
  problem: string | undefined;
  onEdited: () => void;
  /** The shop and its subscription exist; why their card was not saved, or has not paid. */
  unsaved: string | undefined;
  /** The card pays the first month; otherwise it is saved for the end of the trial. */
  pays: boolean;
}

/** The card of the subscription that a shop is opened with. */
const CardSection = ({ ref, hidden, holder, problem, onEdited, unsaved, pays }: CardSectionProps) => (
  <div hidden={hidden} className="mt-6">
    {unsaved !== undefined && (
      <Alert className="mb-6" live tone="warning" title={unsaved}>
        {pays ? (
          <>
            <p>お支払いが完了していません。店舗の登録は完了しています。</p>
            <p className="mt-2">
              カードをご確認のうえ、もう一度お支払いください。お支払いが完了すると、ご契約が始まります。
            </p>
          </>
        ) : (
          <>
            <p>カードの登録が完了していません。店舗とサブスクリプションの登録は完了しています。</p>
            <p className="mt-2">
              カードをご確認のうえ、もう一度登録してください。登録されないまま無料トライアルが終わると、契約は終了します。
            </p>
          </>
        )}
      </Alert>
    )}
    <Card title="お支払い方法">
      <div className="space-y-5">
        {holder}
        <CardFields ref={ref} onEdited={onEdited} />
        {problem && (
          <Alert live tone="danger">
            {problem}
          </Alert>
        )}
      </div>
    </Card>
  </div>
);
