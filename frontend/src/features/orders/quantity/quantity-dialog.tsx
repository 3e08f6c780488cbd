import { useState } from 'react';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { isChangeable } from '#shared/model/subscription';
import { yen } from '#shared/numbers';
import { Alert, Button, PartFailure } from '../../../ui/basics';
import { Dialog } from '../../../ui/dialog';
import { WizardProgress } from '../../../ui/steps';
import { useTermsKnown } from '../order/order-confirmation';
import { ConfirmStep } from './confirm-step';
import { NotChangeable } from './not-changeable';
import { OthersStep, TotalStep } from './total-step';
import { ReturnedDevices } from './returned-devices';
import type { PreviewState } from './use-confirmation';
import { useQuantitySteps } from './use-quantity-steps';

interface QuantityDialogProps {
  shop: ShopRecord;
  subscription: Subscription;
  /** So many more are chosen already. */
  more?: number;
  /** Said at the first step, e.g. to somebody who wanted a new subscription. */
  lead?: string;
  onClose: () => void;
}

/**
 * Changes the quantities of a subscription (spec 4, Quantity change). Load it lazily: only users who open it need it.
 * Whether they can be changed is decided once, because a payment that this change leaves open must not remove its
 * steps.
 */
export function QuantityDialog(props: QuantityDialogProps) {
  const { subscription, onClose } = props;
  const [changeable] = useState(isChangeable(subscription));
  return changeable ? <QuantitySteps {...props} /> : <NotChangeable subscription={subscription} onClose={onClose} />;
}

function QuantitySteps({ shop, subscription, more, lead, onClose }: QuantityDialogProps) {
  const change = useQuantitySteps({ shop, subscription, more, onClose });
  const { step, back, next, top, progress, settled, said, seen, draft, rows, changed, fewer } = change;
  const { problem, busy, askAgain, confirm } = change.confirmation;
  const { movements, movesKnown, touched } = change;
  const preview: PreviewState = movesKnown ? change.confirmation.preview : { state: 'loading' };
  const last = progress.current === progress.steps.length - 2;
  return (
    <Dialog
      onClose={onClose}
      title={step === 'confirm' ? '数量変更の確認' : '数量の変更'}
      locked={busy}
      dirty={changed && touched}
      onBack={back}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={back ?? onClose}>
            {back ? '戻る' : 'キャンセル'}
          </Button>
          {step === 'confirm' ? (
            <ConfirmButton preview={preview} busy={busy} settled={settled} onClick={confirm} />
          ) : (
            <Button disabled={last && !changed} onClick={next}>
              {last ? '確認へ進む' : '次へ'}
            </Button>
          )}
        </>
      }
    >
      <section
        ref={top}
        tabIndex={-1}
        aria-label={progress.steps[progress.current]}
        className="scroll-mt-2 outline-none"
      >
        <WizardProgress {...progress} />
        {said && <Alert className="mb-5" live tone="warning" title={said} />}
        {lead && !said && !back && (
          <Alert className="mb-5" tone="info">
            {lead}
          </Alert>
        )}
        {step === 'total' && (
          <TotalStep subscription={seen} draft={draft} rows={rows} onTotal={change.setTotal}>
            {fewer > 0 && (
              <ReturnedDevices
                customerId={shop.customer.id}
                subscriptionId={seen.id}
                moves={change.moves}
                movements={movements.data?.movements ?? []}
                chosen={change.chosen}
                onChange={change.setChosen}
              />
            )}
          </TotalStep>
        )}
        {step === 'others' && <OthersStep subscription={seen} draft={draft} rows={rows} onOther={change.setOther} />}
        {step === 'confirm' && !movesKnown && movements.error && (
          <PartFailure read={movements} title="発送・返却の状況を取得できませんでした" />
        )}
        {step === 'confirm' && (movesKnown || !movements.error) && (
          <ConfirmStep
            customer={shop.customer}
            subscription={seen}
            rows={rows}
            total={draft.total}
            moves={change.moves}
            preview={preview}
            problem={problem}
            onAskAgain={askAgain}
            onChange={change.toFirst}
          />
        )}
      </section>
    </Dialog>
  );
}

interface ConfirmButtonProps {
  preview: PreviewState;
  busy: boolean;
  settled: boolean;
  onClick: () => void;
}

function ConfirmButton({ preview, busy, settled, onClick }: ConfirmButtonProps) {
  const ready = useTermsKnown() && preview.state === 'ready';
  const dueNow = preview.state === 'ready' ? preview.costs.dueNow : 0;
  return (
    <Button busy={busy} disabled={!ready} settled={settled} onClick={onClick}>
      {dueNow > 0 ? `${yen(dueNow)}を支払って変更する` : 'この内容で変更する'}
    </Button>
  );
}
