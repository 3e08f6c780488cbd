import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { listPrices } from '#shared/contract/billing';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import { awaitsPayment, isOver } from '#shared/model/subscription-status';
import { changedState } from '../../../lib/changed';
import { yen } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useCall } from '../../../lib/use-call';
import { usePricing } from '../order/use-pricing';
import { Alert } from '../../../ui/alert';
import { Button, ButtonLink } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { showToast } from '../../../ui/toast';
import { WizardProgress } from '../../../ui/wizard-progress';
import { shownLater } from '../action-texts';
import { ConfirmStage } from './confirm-stage';
import { OthersStage } from './others-stage';
import { draftOf, hasTiers, isChanged, otherItems, quantitiesOf, rowsOf } from './rows';
import { deviceCount } from '#shared/model/subscription-facts';
import { ReturnedDevices } from './returned-devices';
import { TotalStage } from './total-stage';
import { useConfirmation } from './use-confirmation';

interface QuantityDialogProps {
  shop: ShopRecord;
  subscription: Subscription;
  /** Said at the first step, e.g. to somebody who wanted a new subscription. */
  lead?: string;
  onClose: () => void;
}

const stageNames = { total: '契約台数', others: 'その他の商品', confirm: '確認' } as const;
type Stage = keyof typeof stageNames;

/** Enough devices for one of each tier: its breakdown names all tiers and their prices. */
const oneOfEachTier = 5;

/**
 * Changes the quantities of a subscription (spec 4, Quantity change). Load it lazily: only users who open it need it.
 * Whether they can be changed is decided once, because a payment that this change leaves open must not remove its
 * steps.
 */
export function QuantityDialog(props: QuantityDialogProps) {
  const { subscription, onClose } = props;
  const [changeable] = useState(!isOver(subscription) && !awaitsPayment(subscription));
  return changeable ? <QuantitySteps {...props} /> : <NotChangeable subscription={subscription} onClose={onClose} />;
}

function QuantitySteps({ shop, subscription: asOpened, lead, onClose }: QuantityDialogProps) {
  // The change applies to the state on the screen: a new state of the subscription starts the steps again instead of
  // slipping in.
  const [seen, setSeen] = useState(asOpened);
  const [draft, setDraft] = useState(() => draftOf(asOpened));
  const stages: Stage[] = [
    ...(hasTiers(seen) ? ['total' as const] : []),
    ...(otherItems(seen).length > 0 ? ['others' as const] : []),
    'confirm',
  ];
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const fewer = deviceCount(seen) - draft.total;
  const [at, setAt] = useState(0);
  const [notice, setNotice] = useState<string>();
  const navigate = useNavigate();
  const stage = stages[at] ?? 'confirm';
  const last = at === stages.length - 2;
  const content = useStageFocus(stage);

  const prices = useCall(listPrices, {});
  const catalogue = usePricing(oneOfEachTier, '', { address: undefined });
  const rows = rowsOf(seen, draft, { list: prices.data, catalogue: catalogue.data?.breakdown });
  const changed = rows.some(isChanged);

  const done = (changedShop: ShopRecord, charge: Charge): void => {
    const shown = changedShop.subscriptions.find(({ id }) => id === seen.id);
    const isShown =
      shown !== undefined && !rowsOf(shown, draft, { list: undefined, catalogue: undefined }).some(isChanged);
    const description =
      charge.status === 'none'
        ? '次回のご請求から新しい料金になります。'
        : `${yen(charge.amount)}のお支払いが完了しました。`;
    showToast({
      tone: 'success',
      title: '数量を変更しました',
      description: isShown ? description : description + shownLater,
    });
    // The page itself says what happens next.
    const changed = { customerId: shop.customer.id, subscriptionId: seen.id };
    void navigate('.', { replace: true, state: changedState(changed) });
    onClose();
  };

  const { preview, problem, busy, open, askAgain, confirm } = useConfirmation({
    shop,
    subscription: seen,
    // All or none: fewer than go back would leave open which the others are.
    serials: chosen.length === fewer ? chosen : [],
    onDone: done,
    onChangedElsewhere: (now) => {
      if (!now) return onClose();
      setSeen(now);
      setDraft(draftOf(now));
      setAt(0);
      setNotice('台数が別の画面で変更されています。現在の台数から、もう一度お選びください。');
    },
  });

  const go = (by: number): void => {
    setNotice(undefined);
    setAt(at + by);
    open(stages[at + by] === 'confirm' ? quantitiesOf(seen, draft) : undefined);
  };
  const dueNow = preview.state === 'ready' ? preview.preview.dueNow : 0;
  const backLabel = at === 0 ? 'キャンセル' : '戻る';

  return (
    <Dialog
      onClose={onClose}
      title={stage === 'confirm' ? '数量変更の確認' : '数量の変更'}
      locked={busy}
      dirty={changed}
      onBack={at === 0 ? undefined : () => go(-1)}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={at === 0 ? onClose : () => go(-1)}>
            {backLabel}
          </Button>
          {stage === 'confirm' ? (
            <Button busy={busy} disabled={preview.state !== 'ready'} onClick={confirm}>
              {dueNow > 0 ? `${yen(dueNow)}を支払って変更する` : 'この内容で変更する'}
            </Button>
          ) : (
            <Button disabled={last && !changed} onClick={() => go(1)}>
              {!last ? '次へ' : changed ? '確認へ進む' : '変更はありません'}
            </Button>
          )}
        </>
      }
    >
      <section ref={content} tabIndex={-1} aria-label={stageNames[stage]} className="outline-none">
        <WizardProgress steps={stages.map((one) => stageNames[one])} current={at} />
        {lead && at === 0 && !notice && (
          <div className="mb-5">
            <Alert tone="info">{lead}</Alert>
          </div>
        )}
        {notice && (
          <div className="mb-5">
            <Alert live tone="warning" title={notice} />
          </div>
        )}
        {stage === 'total' && (
          <TotalStage
            subscription={seen}
            draft={draft}
            rows={rows}
            onTotal={(total) => {
              setDraft({ ...draft, total });
              setChosen([]);
            }}
          >
            {fewer > 0 && (
              <ReturnedDevices
                customerId={shop.customer.id}
                subscriptionId={seen.id}
                count={fewer}
                chosen={chosen}
                onChange={setChosen}
              />
            )}
          </TotalStage>
        )}
        {stage === 'others' && (
          <OthersStage
            subscription={seen}
            draft={draft}
            rows={rows}
            onOther={(id, quantity) => setDraft({ ...draft, others: { ...draft.others, [id]: quantity } })}
          />
        )}
        {stage === 'confirm' && (
          <ConfirmStage
            subscription={seen}
            rows={rows}
            total={draft.total}
            preview={preview}
            problem={problem}
            onAskAgain={askAgain}
          />
        )}
      </section>
    </Dialog>
  );
}

/**
 * A new step is scrolled to its top and read from its beginning; when the dialog opens, the dialog itself places the
 * focus.
 */
function useStageFocus(stage: Stage) {
  const content = useRef<HTMLElement>(null);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    content.current?.focus();
    content.current?.parentElement?.scrollTo?.({ top: 0 });
  }, [stage]);
  return content;
}

/** Shown for a subscription that has ended or has an open payment: its quantities cannot be changed. */
function NotChangeable({ subscription, onClose }: Pick<QuantityDialogProps, 'subscription' | 'onClose'>) {
  const open = awaitsPayment(subscription);
  return (
    <Dialog
      onClose={onClose}
      title="数量の変更"
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            閉じる
          </Button>
          {open && (
            <ButtonLink to={paths.subscription(subscription.id)} onClick={onClose}>
              お支払いの確認へ
            </ButtonLink>
          )}
        </>
      }
    >
      <Alert tone="warning" title={open ? 'お支払いが確認できていません' : 'このご契約は終了しています'}>
        {open ? '数量を変更する前に、未払いのご請求をお支払いください。' : '終了したご契約の数量は変更できません。'}
      </Alert>
    </Dialog>
  );
}
