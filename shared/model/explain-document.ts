import { sum } from '../sum';
import type { DocumentContent, DocumentLine } from './document';
import { monthAndDayInJapan, slashedDayInJapan } from './japan-time';
import { yen } from '../yen';

/** An amount without its sign; the sentence says the direction. */
const unsigned = (amount: number): string => yen(Math.abs(amount));

/** `11月10日〜12月9日`: the day on which a period ends, whatever its hour, is the first one of the next period. */
const daysOf = ({ start, end }: DocumentLine['period']): string => {
  const [first, last] = [monthAndDayInJapan(start), monthAndDayInJapan(Math.max(start, end - 24 * 60 * 60))];
  return first === last ? first : `${first}〜${last}`;
};

const unitPrice = ({ unitAmount }: DocumentLine): string => `1台あたり月額${unsigned(unitAmount)}`;

/**
 * A line of an invoice as a sentence. An extra line has Stripe's description, which staff or the portal wrote; nothing
 * better is known of it.
 */
export function sentenceOf(line: DocumentLine): string {
  const what = `${line.name} ${line.quantity}台`;
  const discount = line.discount > 0 ? `。割引${unsigned(line.discount)}` : '';
  switch (line.kind) {
    case 'renewal':
      return `${what}のご利用料金（${daysOf(line.period)}、${unitPrice(line)}）${discount}`;
    case 'trial':
      return `${what}の無料トライアル（${daysOf(line.period)}）`;
    case 'credit':
      return `${what}の変更前の料金のうち、使わなくなった期間の分（${daysOf(line.period)}）を差し引き${discount}`;
    case 'charge':
      return `${what}の変更後の料金のうち、残りの期間の分（${daysOf(line.period)}、${unitPrice(line)}）${discount}`;
    case 'refund':
      return line.quantity > 0
        ? `${what}の料金（${daysOf(line.period)}）のうち、減額・返金する分`
        : `${line.name}の減額・返金`;
    case 'extra':
      return `${line.name}${discount}`;
  }
}

/** Whether a document charges a whole period, paid or free. */
export const coversPeriod = ({ lines }: Pick<DocumentContent, 'lines'>): boolean =>
  lines.some(({ kind }) => kind === 'renewal' || kind === 'trial');

/** Devices that a document charges for a whole period in advance. */
const unitsOf = ({ lines }: Pick<DocumentContent, 'lines'>): number =>
  sum(lines.filter(({ kind }) => kind === 'renewal').map(({ quantity }) => quantity));

type Compared = Pick<DocumentContent, 'amount' | 'lines' | 'startingBalance' | 'lowered' | 'partPaid'>;

const sumOf = (lines: readonly DocumentLine[], kinds: readonly DocumentLine['kind'][]): number =>
  sum(lines.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
const discountOf = ({ lines }: Compared): number => sum(lines.map(({ discount }) => discount));

/** `＋8,800円` or `−8,800円`. */
const signed = (amount: number): string => `${amount < 0 ? '−' : '＋'}${unsigned(amount)}`;

/**
 * `11/14に1台追加、11/20に2台減`: the days on which devices were added or taken away, from the lines for the rest of a
 * period. Undefined if these lines do not tell of all `units`, such as after a change that was charged nothing for.
 */
function changesIn(lines: readonly DocumentLine[], units: number): string | undefined {
  const days = new Map<number, number>();
  for (const { kind, quantity, period } of lines)
    if (kind === 'charge' || kind === 'credit')
      days.set(period.start, (days.get(period.start) ?? 0) + (kind === 'charge' ? quantity : -quantity));
  const changes = [...days].filter(([, by]) => by !== 0).toSorted(([one], [other]) => one - other);
  if (changes.length === 0 || sum(changes.map(([, by]) => by)) !== units) return undefined;
  return changes.map(([at, by]) => `${slashedDayInJapan(at)}に${Math.abs(by)}台${by < 0 ? '減' : '追加'}`).join('、');
}

/**
 * Why a document's amount differs from that of the one before it, in words with yen. The parts add up to the
 * difference of the amounts; a part without a difference is left out. `since` are the lines of what was charged between
 * the two: they tell on which days devices were added.
 */
export function reasonsFor(document: Compared, previous: Compared, since: readonly DocumentLine[] = []): string[] {
  const parts: [number, (difference: number) => string][] = [
    [
      sumOf(document.lines, ['renewal', 'trial']) - sumOf(previous.lines, ['renewal', 'trial']),
      (difference) => {
        const [before, now] = [unitsOf(previous), unitsOf(document)];
        if (before === 0) return `ご利用料金の開始: ${signed(difference)}`;
        if (now === 0) return `前回は月額のご利用料金があったため: ${signed(difference)}`;
        if (before === now) return `ご利用料金の変更: ${signed(difference)}`;
        const changes = changesIn([...since, ...document.lines], now - before);
        return changes === undefined
          ? `ご利用台数 ${before}台→${now}台: ${signed(difference)}`
          : `${changes}（${before}台→${now}台）: ${signed(difference)}`;
      },
    ],
    [
      sumOf(document.lines, ['charge', 'credit']) - sumOf(previous.lines, ['charge', 'credit']),
      (difference) => `期間の途中の変更の日割り: ${signed(difference)}`,
    ],
    [
      sumOf(document.lines, ['extra']) - sumOf(previous.lines, ['extra']),
      (difference) => `そのほかのご請求: ${signed(difference)}`,
    ],
    [discountOf(previous) - discountOf(document), (difference) => `割引の違い: ${signed(difference)}`],
    [
      document.startingBalance - previous.startingBalance,
      (difference) => `前回までの残高の充当: ${signed(difference)}`,
    ],
    [(previous.lowered ?? 0) - (document.lowered ?? 0), (difference) => `ご請求の減額: ${signed(difference)}`],
    [(previous.partPaid ?? 0) - (document.partPaid ?? 0), (difference) => `一部のお支払い: ${signed(difference)}`],
  ];
  const explained = sum(parts.map(([difference]) => difference));
  // Stripe charges no amount below its smallest one, and carries it over (docs.stripe.com/currencies).
  parts.push([
    document.amount - previous.amount - explained,
    (difference) => `少額の繰り越しなど: ${signed(difference)}`,
  ]);
  return parts.filter(([difference]) => difference !== 0).map(([difference, words]) => words(difference));
}
