import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import type { ResponseOf } from '#shared/contract/call';
import { getItemPrice, listPrices } from '#shared/contract/billing';
import { listMovements } from '#shared/contract/movement';
import { requestReads } from '#shared/contract/parts';
import { movesOfChange } from '#shared/model/movement';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { splitIntoTiers, type Charge } from '#shared/model/pricing';
import { deviceCount } from '#shared/model/subscription';
import { yen } from '#shared/numbers';
import { changedState, type Changed } from '../../movements/what-next';
import { callApi } from '../../../lib/api';
import { keyOf } from '../../../lib/cache';
import { useInvalidate } from '../../../lib/changes';
import { useCall } from '../../../lib/use-call';
import { afterDialog } from '../../../ui/dialog-history';
import { showToast } from '../../../ui/toast';
import { useSteps } from '../../../ui/steps';
import { doneText } from '../../shop-page/use-action-failed';
import { usePricing } from '../order/use-pricing';
import { draftOf, hasTiers, isChanged, otherItems, quantitiesOf, rowsOf, type QuantityDraft } from './rows';
import { useConfirmation } from './use-confirmation';

const stepNames = { total: '台数', others: 'その他の商品', confirm: '確認' } as const;
type Step = keyof typeof stepNames;

/** The fewest devices that have one of each tier: their breakdown names all tiers and prices. */
const oneOfEachTier = Array.from({ length: 99 }, (_one, at) => at + 1).find((total) =>
  Object.values(splitIntoTiers(total)).every((quantity) => quantity > 0),
)!;

/** The steps that a subscription needs: devices and other products only if it has some. */
const stepsOf = (subscription: Subscription): Step[] => [
  ...(hasTiers(subscription) ? ['total' as const] : []),
  ...(otherItems(subscription).length > 0 ? ['others' as const] : []),
  'confirm',
];

/** All or none are chosen: with fewer names than devices, the others would stay unknown. */
function wrongChoice(chosen: number, back: number): string | undefined {
  if (chosen === 0 || chosen === back) return undefined;
  return chosen < back
    ? `返却するデバイスをあと${back - chosen}台お選びください。選ばない場合は、すべてのチェックを外してください。`
    : `返却するデバイスは${back}台です。選び直してください。`;
}

interface QuantityStepsOptions {
  shop: ShopRecord;
  subscription: Subscription;
  more?: number | undefined;
  onClose: () => void;
}

/** The choice of quantities, its confirmation, and which of both is on the screen. */
export function useQuantitySteps({ shop, subscription: asOpened, more = 0, onClose }: QuantityStepsOptions) {
  // The change applies to the state on the screen: a new state of the subscription starts the steps again instead of
  // slipping in.
  const [seen, setSeen] = useState(asOpened);
  const [first] = useState(() => draftOf(asOpened, more));
  const [draft, setDraft] = useState(first);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const only = stepsOf(seen);
  const { open, say, ...steps } = useSteps(stepNames, { only });
  const at = steps.progress.current;
  const before = deviceCount(seen);
  const fewer = before - draft.total;
  const read = useCall(listMovements, fewer === 0 ? null : { params: { id: shop.customer.id } });
  const moves = movesOfChange(read.data?.movements ?? [], asOpened.id, { before, after: draft.total });
  const invalidate = useInvalidate();
  const showDone = useShowDone({ customerId: shop.customer.id, subscriptionId: asOpened.id }, onClose);

  const prices = useCall(listPrices, {});
  const catalogue = usePricing(oneOfEachTier, '');
  const ids = useItemPrices(seen);
  const rows = rowsOf(seen, draft, { list: prices.data, ids, catalogue: catalogue.data?.breakdown });

  const confirmation = useConfirmation({
    shop,
    subscription: seen,
    serials: chosen,
    onDone: (after, charge) =>
      showDone(after, draft, { did: fewer === 0 ? '数量を変更し' : `${draft.total}台に変更し`, charge }),
    onChangedElsewhere: (now) => {
      if (!now) return onClose();
      setSeen(now);
      setDraft(draftOf(now));
      open(stepsOf(now)[0]!);
      say('台数が別の画面で変更されています。現在の台数から、もう一度お選びください。');
    },
    onDeviceRefused: async (text) => {
      await invalidate(...requestReads);
      setChosen([]);
      open('total');
      say(`${text} 返却するデバイスを、もう一度お選びください。`);
    },
  });
  const go = (by: number): void => {
    const wrong = by > 0 ? wrongChoice(chosen.length, moves.back) : undefined;
    if (wrong !== undefined) return say(wrong);
    const next = only[at + by] ?? 'confirm';
    open(next);
    confirmation.open(next === 'confirm' ? quantitiesOf(seen, draft) : undefined);
  };
  return {
    ...steps,
    next: () => go(1),
    back: steps.back && (() => go(-1)),
    toFirst: () => go(-at),
    seen,
    draft,
    rows,
    changed: rows.some(isChanged),
    touched: draft !== first,
    setTotal: (total: number): void => {
      say(undefined);
      setDraft({ ...draft, total });
      setChosen([]);
    },
    setOther: (itemId: string, quantity: number): void =>
      setDraft({ ...draft, others: { ...draft.others, [itemId]: quantity } }),
    /** By how many devices it goes down, what moves with that, and the chosen ones of those that go back. */
    fewer,
    moves,
    /** The movements that it depends on; without them, nothing is confirmed. */
    movements: read,
    movesKnown: fewer === 0 || read.data !== undefined,
    chosen,
    setChosen: (serials: readonly string[]): void => {
      say(undefined);
      setChosen(serials);
    },
    confirmation,
  };
}

/** The id of each item's price; each is read once (spec 7). */
function useItemPrices({ items }: Subscription): Record<string, string> | undefined {
  const { cache, mutate } = useSWRConfig();
  const itemIds = items.map(({ subscription_item_id: itemId }) => itemId);
  const read = async (itemId: string) => {
    const request = { params: { itemId } };
    const key = keyOf(getItemPrice, request);
    const known = cache.get(unstable_serialize(key))?.data as ResponseOf<typeof getItemPrice> | undefined;
    const price = known ?? (await mutate(key, callApi(getItemPrice, request), { revalidate: false }));
    return [itemId, price?.priceId ?? ''] as const;
  };
  return useSWR([getItemPrice.name, itemIds], async () => Object.fromEntries(await Promise.all(itemIds.map(read))))
    .data;
}

interface Done {
  /** What was done, without the end of its verb: `6台に変更し`. */
  did: string;
  charge: Charge;
}

/** Closes the dialog after a change and says what it cost; the page itself says what happens next. */
function useShowDone(changed: Omit<Changed, 'did'>, onClose: () => void) {
  const navigate = useNavigate();
  return ({ subscriptions }: ShopRecord, draft: QuantityDraft, { did: begun, charge }: Done): void => {
    const did = charge.status === 'none' ? `${begun}ました` : `${begun}、${yen(charge.amount)}をお支払いいただきました`;
    const shown = subscriptions.find(({ id }) => id === changed.subscriptionId);
    const isShown = shown !== undefined && !rowsOf(shown, draft).some(isChanged);
    const description =
      charge.status !== 'none'
        ? `${yen(charge.amount)}のお支払いが完了しました。`
        : shown?.cancel_at_period_end
          ? 'この変更によるご請求はありません。'
          : '次回のご請求から新しい料金になります。';
    showToast({ tone: 'success', title: '数量を変更しました', description: doneText(description, isShown) });
    afterDialog(() => void navigate('.', { replace: true, state: changedState({ ...changed, did }) }));
    onClose();
  };
}
