import type { DocumentLine } from './document';
import { monthAndDayInJapan } from './japan-time';
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
