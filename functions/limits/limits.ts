import { CallError, errors, type ErrorCode } from '#shared/errors';
import { limitsOf, rateOf, type LimitKind, type Limits, type Scope } from '#shared/model/limits';
import { clock } from '#functions/platform/clock';
import { hash } from '#functions/platform/crypto';
import { countUse, endWindow, readFull, uncountUse, type Counted, type Window } from './limits-table';
import { optionalEnv } from '#functions/platform/environment';
import { logger } from '#functions/platform/logger';

/** The limits of this stage. Throws if its settings are malformed. */
function stageLimits(): Limits {
  const given = optionalEnv('LIMITS');
  return limitsOf(given === undefined ? {} : JSON.parse(given));
}

/** A use of something limited: its kind, and by whom or what it is counted; a network by its address. */
export interface Use {
  kind: LimitKind;
  of: Readonly<Partial<Record<Scope, string>>>;
  /** How much of it; one if left out. */
  amount?: number | undefined;
}

/** The groups of an IPv6 address that name its /48, without leading zeros. */
function siteOf(address: string): string {
  const [left = '', right = ''] = address.toLowerCase().split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return groups
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The network of an address: an IPv4 address itself, an IPv6 address by its /48, one customer's (RFC 6177). */
export function networkOf(address: string): string {
  const bare = address.replaceAll(/[[\]]/g, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  return bare.includes(':') ? `${siteOf(bare)}/48` : bare;
}

const utcDay = 24 * 60 * 60;
/** Seconds until midnight UTC, when Kintone's daily count of requests begins again (9 o'clock in Japan). */
const restOfUtcDay = (): number => utcDay - (clock.seconds() % utcDay);

const keyOf = (kind: LimitKind, scope: Scope, id: string): string => {
  if (scope === 'stage') return `stage#${kind}`;
  return `${scope}#${scope === 'network' ? hash(networkOf(id)) : id}`;
};

/** Those that many share come last, so that they are counted only for what the others allow. */
const order = (of: string): number => ['network', 'stage'].indexOf(of.split('#')[0] ?? '');

/** The windows in which uses count; those of one item are counted together. */
function windowsOf(uses: readonly Use[]): Window[][] {
  const limits = stageLimits();
  const windows = uses.flatMap(({ kind, of, amount = 1 }) =>
    (Object.entries(of) as [Scope, string][]).flatMap(([scope, id]) =>
      (limits[kind][scope] ?? []).map((rate): Window => {
        const { most, seconds } = rateOf(rate);
        return {
          kind,
          scope,
          of: keyOf(kind, scope, id),
          name: `${kind}_${rate.split('/')[1] ?? ''}`,
          most,
          seconds: kind === 'readings' ? restOfUtcDay() : seconds,
          amount: Math.min(amount, most),
        };
      }),
    ),
  );
  const items = [...new Set(windows.map(({ of }) => of))].toSorted((one, other) => order(one) - order(other));
  return items.map((item) => windows.filter(({ of }) => of === item));
}

const busy = 'ただいま混み合っています。少し待ってから、もう一度お試しください。';

/** The refusal for `wait` seconds that are known; it says how long where its text leaves it open: `約5分後に`. */
export function tooManyFor(wait: number, code: ErrorCode, text: string = errors[code].text): CallError {
  const minutes = Math.ceil(wait / 60);
  const words = minutes < 60 ? `${minutes}分` : `${Math.ceil(minutes / 60)}時間`;
  const says = text.replace('しばらく時間をおいてから', `約${words}後に`);
  return new CallError(code, { text: says, details: { retryAfter: wait } });
}

/** The texts of refusals that say more than that of their code; `{most}` is the limit. */
const texts: Partial<Record<LimitKind, Partial<Record<Scope, string>>>> = {
  change: { user: busy, network: busy },
  stripe: { user: busy, network: busy, stage: busy },
  order: { user: busy, network: busy },
  shop: {
    user: '1時間に登録できる店舗は{most}件までです。しばらく時間をおいてから、もう一度お試しください。',
  },
  refresh: {
    user: '本日の更新の回数が上限に達しました。お支払いの状況は自動でも更新されますので、しばらくしてからご確認ください。',
  },
  renewal: {
    subscription:
      '契約の変更が続いたため、一時的に受け付けられません。しばらく時間をおいてから、もう一度お試しください。',
  },
  request: {
    device: '1台のデバイスについて申請できるのは、1日に{most}回までです。時間をおいてから、もう一度お試しください。',
    user: '本日の申請の受付が上限に達しました。時間をおいてから、もう一度お試しください。',
    stage: '本日の申請の受付が上限に達しました。時間をおいてから、もう一度お試しください。',
  },
  parcel: {
    movement: '送り状番号の変更は、1件につき1日に{most}回までです。時間をおいて、もう一度お試しください。',
  },
  reset: {
    receiver:
      'メールの送信が上限に達しました。届いている最も新しいメールのリンクをご利用いただくか、時間をおいてもう一度お試しください。',
  },
};
const smsUsedUp =
  '本日のSMSの送信が上限に達しました。認証アプリによる2段階認証をご利用いただくか、時間をおいてもう一度お試しください。';

function textOf({ kind, scope, most }: Window): string | undefined {
  if (scope === 'stage' && (kind === 'smsSetUp' || kind === 'smsSignIn')) return smsUsedUp;
  return texts[kind]?.[scope]?.replace('{most}', String(most));
}

const codes: Partial<Record<LimitKind, ErrorCode>> = { readings: 'SYNC_TOO_SOON' };

/** The refusal of a use; the window that is full longest decides. The log names all. */
function usedUp(full: readonly Counted[]): CallError {
  logger.warn('used up', { full: full.map(({ of, name }) => `${of} ${name}`) });
  const [last] = full.toSorted((one, other) => other.ends - one.ends);
  if (!last) throw new Error('A refusal has a full window');
  return tooManyFor(Math.max(1, last.ends - clock.seconds()), codes[last.kind] ?? 'TOO_MANY_ATTEMPTS', textOf(last));
}

/** Takes uses off their windows again; of a window that is over meanwhile nothing is taken off the next one. */
export const giveBack = async (windows: readonly Counted[]): Promise<void> =>
  void (await Promise.all(windows.map(uncountUse)));

/**
 * Counts all uses, or none and refuses: TOO_MANY_ATTEMPTS or the kind's own code, with `retryAfter` in seconds. Nothing
 * is used before it is counted, so any number of concurrent requests stays within the limit; an interrupted one stays
 * counted. One write for each item: all windows of a user are in one, those of a network in another.
 */
export async function consume(...uses: readonly Use[]): Promise<Counted[]> {
  const consumed: Counted[] = [];
  for (const windows of windowsOf(uses)) {
    const { counted: more, full } = await countUse(windows, clock.seconds());
    if (full) {
      await giveBack(consumed);
      throw usedUp(full);
    }
    consumed.push(...more);
  }
  return consumed;
}

/** The refusal of {@link consume}, which this does not do; undefined if there is room. */
export async function peek(...uses: readonly Use[]): Promise<CallError | undefined> {
  const full = (await Promise.all(windowsOf(uses).map((windows) => readFull(windows, clock.seconds())))).flat();
  return full.length > 0 ? usedUp(full) : undefined;
}

/** Counts uses that took place already in each window with room. Returns the refusal if one had none. */
export async function countUsed(...uses: readonly Use[]): Promise<CallError | undefined> {
  const windows = windowsOf(uses).flat();
  const outcomes = await Promise.all(windows.map((window) => countUse([window], clock.seconds())));
  const full = outcomes.flatMap((one) => one.full ?? []);
  return full.length > 0 ? usedUp(full) : undefined;
}

/** Ends the windows of one kind of uses, so that counting begins again. */
export const reset = async (use: Use): Promise<void> =>
  void (await Promise.all(
    windowsOf([use])
      .flat()
      .map((window) => endWindow(window, clock.seconds())),
  ));
