import { ChevronRight } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { cancelSubscription, previewEnding, setAutoRenewal } from '#shared/contract/billing';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { plannedEndOf, waysToEnd, type EndingPreview, boxIfHeld, noRefund, returnIfHeld } from '#shared/model/ending';
import { hasNotBegun, isOver } from '#shared/model/subscription';
import { sum, yen } from '#shared/numbers';
import { callApi } from '../../../lib/api';
import { longDate } from '../../../lib/format';
import { changedState } from '../../movements/what-next';
import { paths } from '../../../lib/paths';
import { useCall } from '../../../lib/use-call';
import { Alert, Button, Skeleton, ReadFailure } from '../../../ui/basics';
import { DateText, Fact, Money } from '../../../ui/content';
import { Dialog } from '../../../ui/dialog';
import { useSteps } from '../../../ui/steps';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { doneText, useActionFailed } from '../../shop-page/use-action-failed';
import { LateChargeNote } from '../../payments/payment/pay-panel';
import { openInvoices } from '../../payments/payment/open-invoices';

interface CancelDialogProps {
  shop: ShopRecord;
  subscription: Subscription;
  /** Unix milliseconds. */
  now: number;
  onClose: () => void;
}

const steps = { choice: '', now: '' } as const;

/**
 * When a subscription shall end: at its renewal, or at once and for good, each with what it still costs by Stripe's own
 * preview of this moment. An end at once is asked about again, and leads to the shop (spec 2, Subscription detail).
 */
export function CancelDialog({ shop, subscription, now, onClose }: CancelDialogProps) {
  const [nonce] = useState(() => crypto.randomUUID());
  const read = useCall(previewEnding, { params: { id: subscription.id } }, { nonce });
  const [endAtRenewal, leaving] = useEndAtRenewal(shop, subscription, onClose);
  const [endNow, ending] = useEndNow(shop, subscription);
  // The words of what is asked stay while the dialog closes upon its end.
  const [atFirst] = useState(subscription);
  const begun = !hasNotBegun(isOver(subscription) ? atFirst : subscription);
  const planned = plannedEndOf(atFirst);
  const ways = waysToEnd({ ...atFirst, endsAt: planned ?? null });
  const { step, next, back, settled, top } = useSteps(steps, { only: ways.length > 1 ? ['choice', 'now'] : ['now'] });
  const atOnce = step === 'now';
  const loss = atFirst.status === 'trialing' ? '残りの無料期間は使えなくなります。' : noRefund;
  const { data } = read;
  const free = data?.ways.every(({ charges }) => charges.length === 0) ?? false;
  const isFree = free && begun && data?.owed === 0 && data.ways.length > 0;
  const endingNow = data?.ways.find(({ way }) => way === 'now');
  return (
    <Dialog
      onClose={onClose}
      title={begun ? `${atOnce ? '今すぐ' : 'いつ'}解約しますか？` : 'お申し込みを取り消しますか？'}
      locked={leaving || ending}
      onBack={back}
      actions={
        <>
          <Button variant="quiet" disabled={leaving || ending} onClick={back ?? onClose} data-autofocus>
            {back ? '戻る' : !begun ? '取り消さない' : planned ? 'このままにする' : '解約しない'}
          </Button>
          {atOnce && endingNow && (
            <Button variant="danger" busy={ending} settled={!back || settled} onClick={endNow}>
              {begun ? nowWords : '申し込みを取り消す'}
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <div ref={top} tabIndex={-1} className="space-y-5 outline-none">
          <State shop={shop} subscription={subscription} preview={data} now={now} free={isFree} both={!atOnce} />
          {atOnce && endingNow && <Costs {...endingNow} free={free} loss={begun ? loss : undefined} note={finalNote} />}
          {!atOnce && data.ways.length > 0 && (
            <ul className="grid gap-4 sm:auto-cols-fr sm:grid-flow-col">
              {data.ways.map(({ way, ...one }) =>
                way === 'renewal' ? (
                  <Way key={way} title={laterName(one.endsAt)} day={<DateText unix={one.endsAt} />}>
                    <Costs {...one} free={free} note="その日まで使えます。解約は取り消せます。" />
                    <LaterButton endsAt={one.endsAt} busy={leaving} onClick={endAtRenewal} />
                  </Way>
                ) : (
                  <Way key={way} title={nowWords} day="本日">
                    <Costs {...one} free={free} loss={loss} note={finalNote} />
                    <Button variant="dangerQuiet" block disabled={leaving} onClick={next}>
                      {nowWords}
                      <ChevronRight aria-hidden className="-mr-2 size-5" />
                    </Button>
                  </Way>
                ),
              )}
            </ul>
          )}
          {begun && <p className="text-sm text-ink-soft">{returnIfHeld}</p>}
        </div>
      ) : read.error ? (
        <ReadFailure read={read} title="解約の内容を取得できませんでした" />
      ) : (
        <Skeleton lines={8} label="読み込み中" />
      )}
    </Dialog>
  );
}

const laterWords = 'この日に終了';
/** With its day, for who hears it alone. `endsAt` in unix seconds. */
const laterName = (endsAt: number): string => `${laterWords}（${longDate(endsAt * 1000)}）`;
const LaterButton = ({
  endsAt,
  ...props
}: { endsAt: number } & Pick<ComponentProps<typeof Button>, 'busy' | 'onClick'>) => (
  <Button block aria-label={laterName(endsAt)} {...props}>
    {laterWords}
  </Button>
);
const nowWords = '今すぐ解約';
const finalNote = '元に戻すことはできません。';

/** The switch of the auto-renewal, off: its owner stays, and can take it back. */
function useEndAtRenewal({ customer }: ShopRecord, { id, current_period_end: end }: Subscription, onClose: () => void) {
  const actionFailed = useActionFailed(customer.id);
  const isPlanned = ({ subscriptions }: ShopRecord): boolean =>
    subscriptions.some((one) => one.id === id && plannedEndOf(one) !== undefined);
  const tell = (changed: ShopRecord): void => {
    showToast({
      tone: 'success',
      title: '解約を受け付けました',
      description: doneText(`${longDate(end * 1000)}に契約が終了します。`, isPlanned(changed)),
    });
    onClose();
  };
  return useAction(
    async () => {
      const { shop } = await callApi(setAutoRenewal, { params: { id }, body: { autoRenewal: false } });
      tell(shop);
    },
    async (error) => {
      const planned = await actionFailed('自動更新設定の変更中にエラーが発生しました', error, isPlanned);
      if (planned) tell(planned);
    },
  );
}

function useEndNow({ customer }: ShopRecord, subscription: Subscription) {
  const { id } = subscription;
  const navigate = useNavigate();
  const actionFailed = useActionFailed(customer.id);
  const isEnded = ({ subscriptions }: ShopRecord): boolean =>
    subscriptions.every((one) => one.id !== id || isOver(one));
  const leave = async (changed: ShopRecord): Promise<void> => {
    const [title, text] = hasNotBegun(subscription)
      ? ['お申し込みを取り消しました', '']
      : ['契約を解約しました', boxIfHeld];
    showToast({ tone: 'success', title, description: doneText(text, isEnded(changed)) });
    await navigate(paths.shop(customer.id), { state: changedState({ customerId: customer.id, subscriptionId: id }) });
  };
  return useAction(
    async () => {
      const { shop } = await callApi(cancelSubscription, { params: { id } });
      await leave(shop);
    },
    async (error) => {
      const ended = await actionFailed('キャンセル処理中にエラーが発生しました', error, isEnded);
      if (ended) await leave(ended);
    },
  );
}

type StateProps = Omit<CancelDialogProps, 'onClose'> & {
  preview: EndingPreview;
  /** Nothing more is charged, whatever is chosen. */
  free: boolean;
  /** Both ways are shown. */
  both: boolean;
};

/** What an owner has to know before: why there is no choice, and what is owed whatever they choose. */
function State({ shop, subscription, preview: { owed, ways }, now, free, both }: StateProps) {
  const open = openInvoices(shop, subscription);
  const said = ways.length === 0 ? { text: 'この契約は終了しています。' } : stateText(subscription);
  return (
    <>
      {said && !said.plain && <Alert tone="info">{said.text}</Alert>}
      {(said?.plain || free) && (
        <p>
          {said?.plain && said.text}
          {free && `${both && ways.length > 1 ? 'どちらも、' : ''}追加のお支払いはありません。`}
        </p>
      )}
      {owed > 0 && (
        <Alert tone="warning" title={`${yen(owed)}は、いつ解約しても、お支払いが必要です。`}>
          {open && <LateChargeNote open={open} now={now} />}
        </Alert>
      )}
    </>
  );
}

/** `plain`: it asks for nothing. */
function stateText(subscription: Subscription): { text: string; plain?: true } | undefined {
  const { status, default_payment_method: card, trial_end: trialEnd } = subscription;
  const planned = plannedEndOf(subscription);
  if (hasNotBegun(subscription))
    return {
      text: 'お支払いが未完了のため、契約はまだ始まっていません。取り消しても、料金はかかりません。',
      plain: true,
    };
  if (status === 'paused') return { text: '契約を一時停止しているため、更新日はありません。' };
  if (subscription.arrangement === 'scheduled')
    return { text: 'ご契約の変更を予定しています。更新日での終了をご希望の場合は、担当者までご連絡ください。' };
  if (planned !== undefined) return { text: `このままでも${longDate(planned * 1000)}に終了します。`, plain: true };
  if (status === 'trialing' && !card && trialEnd !== null)
    return {
      text: `カードが登録されていないため、何もしなくても、無料トライアルの終了（${longDate(trialEnd * 1000)}）とともに契約が終了します。`,
    };
  return undefined;
}

interface WayProps {
  title: string;
  day: ReactNode;
  children: ReactNode;
}

/** One of the ways: its day, its costs, its button. */
function Way({ title, day, children }: WayProps) {
  const id = useId();
  return (
    <li aria-labelledby={id} className="flex min-w-0 flex-col gap-1 rounded-field border border-line p-4">
      <h3 id={id} className="sr-only">
        {title}
      </h3>
      <p className="text-xl leading-snug font-bold">{day}</p>
      {children}
    </li>
  );
}

type CostsProps = Pick<EndingPreview['ways'][number], 'charges'> & {
  /** Neither way is charged, which is said above both. */
  free: boolean;
  loss?: string | undefined;
  note: string;
};

/** What an end loses, and what is still charged. */
const Costs = ({ charges, free, loss, note }: CostsProps) => (
  <div className="mb-3 flex-1 space-y-2">
    {loss && <p className="phrased font-semibold">{loss}</p>}
    <p className="phrased text-ink-soft">{note}</p>
    {!free && (
      <dl>
        <Fact label="これからのご請求" look="font-semibold">
          <Money yen={sum(charges.map(({ amount }) => amount))} />
          {charges.map(({ at, amount }) => (
            <span key={at} className="block text-sm font-normal text-ink-soft">
              <DateText unix={at} form="short" /> <Money yen={amount} />
            </span>
          ))}
        </Fact>
      </dl>
    )}
  </div>
);
