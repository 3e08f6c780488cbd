import { receiptRefusal, receiptRefusals, type ExplainedDocument } from '#shared/model/document';
import { taxRates } from '#shared/catalogue';

type Summed = Pick<
  ExplainedDocument,
  'total' | 'taxes' | 'startingBalance' | 'amountDue' | 'amount' | 'state' | 'lowered' | 'partPaid'
>;

/** Why no receipt of a document can be made, in words; undefined if one can. */
export function noReceipt(document: ExplainedDocument): string | undefined {
  const code = receiptRefusal(document);
  return code && receiptRefusals[code];
}

/** A row below the lines of a document: its name and yen. */
export type SumRow = [label: string, amount: number];

const some = (label: string, amount: number): SumRow[] => (amount === 0 ? [] : [[label, amount]]);
const finalLabels: Partial<Record<Summed['state'], string>> = {
  paid: 'お支払い額',
  credited: '減額・返金の合計',
};

/**
 * The rows that lead from a document's lines to its amount, which is the last one: the same on the screen and on the
 * paper of its receipt. A rate of 0 % is what consumption tax does not cover; Stripe's PDF has its name.
 */
export const sumsOf = ({
  total,
  taxes,
  startingBalance,
  amountDue,
  amount,
  state,
  lowered,
  partPaid,
}: Summed): SumRow[] => {
  const between = [
    ...some('前回までの残高', startingBalance),
    ...some('お支払い前の減額', -lowered),
    ...some('次回への繰り越し', amountDue - total - startingBalance + lowered),
    ...some('お支払い済み', -partPaid),
  ];
  return [
    // If nothing lies between, the amount at the end says the same.
    ...(between.length === 0 && total === amount ? [] : some('合計（税込）', total)),
    ...taxes.flatMap(({ rate, taxed, amount: tax }): SumRow[] =>
      rate === 0
        ? [[taxRates.untaxed.name, taxed]]
        : [
            [`${rate}%対象（税込）`, taxed],
            [`うち消費税（${rate}%）`, tax],
          ],
    ),
    ...between,
    [finalLabels[state] ?? 'ご請求額', amount],
  ];
};
