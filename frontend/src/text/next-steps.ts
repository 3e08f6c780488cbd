import type { Subscription } from '#shared/model/customer';
import { plannedEndOf, returnTimes } from '#shared/model/ending';
import { dayInJapan, dayInWords, daysLaterInJapan } from '#shared/model/japan-time';
import type { Movement, MovementState } from '#shared/model/movement';
import { deviceCount, isOver, isChangeable } from '#shared/model/subscription';

/** What happens next with devices on their way. */
export interface NextStep {
  text: string;
  /** `2027年1月20日まで`, or the day itself. */
  by?: string;
  state: 'done' | 'current' | 'later';
}

/** Days from the promised shipment of a box, or of an exchange's device, to the day by which devices go back. */
const sendBackDays = 7;

const until = (day: string): string => `${dayInWords(day)}まで`;
const sendBackBy = (day: string): string => until(daysLaterInJapan(Date.parse(day) / 1000, sendBackDays));

/** How many steps a state has behind it. */
const behind: Readonly<Record<'ship' | 'back', Readonly<Record<MovementState, number>>>> = {
  ship: { ordered: 0, 'box-sent': 1, 'on-its-way': 1, arrived: 2, closed: 2, withdrawn: 2 },
  back: { ordered: 0, 'box-sent': 1, 'on-its-way': 2, arrived: 3, closed: 3, withdrawn: 3 },
};

/** A step of a movement, in words for before and after it. */
interface MovementStep {
  text: string;
  done: string;
  by?: string;
}

const shipmentSteps = ({ promisedBy, state }: Movement): MovementStep[] => [
  { text: 'デバイスを発送します', done: 'デバイスを発送しました', by: until(promisedBy) },
  { text: state === 'ordered' ? 'デバイスが届きます' : 'デバイスを配送中です', done: 'デバイスが届きました' },
];

const exchangeSteps = ({ promisedBy }: Movement): MovementStep[] => [
  { text: '交換機を発送します', done: '交換機を発送しました', by: until(promisedBy) },
  {
    text: '交換機が届いたら、お手元のデバイスをご返送ください',
    done: 'お手元のデバイスをご返送いただきました',
    by: sendBackBy(promisedBy),
  },
  { text: '到着の確認後、交換は完了です', done: '到着を確認しました' },
];

const arrivals: Readonly<Record<'due' | 'none', Pick<MovementStep, 'text' | 'done'>>> = {
  due: {
    text: '到着を確認します。契約台数を1台減らす手続きは進行中です',
    done: '到着を確認しました。契約台数を1台減らす手続きは進行中です',
  },
  none: { text: '到着の確認後、返却は完了です', done: '到着を確認しました' },
};

const returnSteps = ({ promisedBy, lowers }: Movement): MovementStep[] => [
  { text: '返却用の箱を発送します', done: '返却用の箱を発送しました', by: until(promisedBy) },
  {
    text: '箱が届いたら、デバイスと付属品をご返送ください',
    done: 'デバイスをご返送いただきました',
    by: sendBackBy(promisedBy),
  },
  arrivals[lowers === 'due' ? 'due' : 'none'],
];

const stepsOf = { ship: shipmentSteps, swap: exchangeSteps, collect: returnSteps } as const;

/**
 * What happens next with a movement: what is done, and the day by which each other step is. Once devices come back, the
 * box is left out: their owner may have sent them in another one.
 */
export function nextSteps(movement: Movement): NextStep[] {
  const { kind, state, back, parcel } = movement;
  // Some came back by themselves: the others are still to be sent.
  const isPart = back.length > 0 && state === 'on-its-way' && !parcel;
  const reached = behind[kind === 'ship' ? 'ship' : 'back'][isPart ? 'box-sent' : state];
  const steps = stepsOf[kind](movement).map(({ text, done, by }, index): NextStep =>
    index < reached
      ? { text: done, state: 'done' }
      : { text, ...(by && { by }), state: index === reached ? 'current' : 'later' },
  );
  return kind === 'collect' && reached > 1 ? steps.slice(1) : steps;
}

/** What happens from the planned end of a subscription on. `endsAt` in unix seconds. */
function endingSteps(endsAt: number): NextStep[] {
  const { boxBy, returnBy } = returnTimes(endsAt);
  return [
    { text: '契約が終了します', by: dayInJapan(endsAt), state: 'current' },
    { text: '返却用の箱を発送します', by: `${dayInJapan(boxBy)}まで`, state: 'later' },
    { text: '箱が届いたら、デバイスと付属品をご返送ください', by: `${dayInJapan(returnBy)}まで`, state: 'later' },
  ];
}

/** The next charge of a subscription, or its end; nothing while a payment is late or open. */
export function billingSteps(subscription: Subscription): NextStep[] {
  if (isOver(subscription)) return [{ text: '契約は終了しました。月額料金は今後かかりません', state: 'done' }];
  const planned = plannedEndOf(subscription);
  if (planned !== undefined) return endingSteps(planned);
  if (!isChangeable(subscription)) return [];
  const trialEnd = subscription.status === 'trialing' ? subscription.trial_end : null;
  const text =
    trialEnd === null ? `次回のお支払い（${deviceCount(subscription)}台分）` : '初回のお支払い（無料トライアル終了後）';
  return [{ text, by: dayInJapan(trialEnd ?? subscription.current_period_end), state: 'later' }];
}
