import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { DocumentMark } from '#shared/model/document';
import { timeInJapan } from '#shared/model/japan-time';
import { sum, yen } from '#shared/numbers';
import { tellStaffLater } from '#functions/mails/notices-table';
import { clock } from '#functions/platform/clock';
import { writeAll, type Write } from '#functions/platform/dynamodb/transaction';
import { logger } from '#functions/platform/logger';
import { stripe, idOf } from '#functions/platform/stripe/client';
import { defineTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { findDocument, type Dispute, type DocumentItem } from './documents-table';

/*
 * Money that went back outside of credit notes: refunds that staff make in Stripe's dashboard, and disputes that card
 * holders open at their bank. An invoice says nothing of either (facts `refund-leaves-its-invoice`,
 * `closed-dispute-is-lost`): the charges of its payments do.
 */

/** What became of the payments of an invoice. */
type MoneyBack = Pick<DocumentItem, 'mark' | 'returned' | 'lost' | 'failed' | 'uncovered' | 'disputes'>;

/** An inquiry that was closed moved no money (docs.stripe.com/disputes/how-disputes-work). */
const stateOf = (status: string): Dispute['state'] =>
  status === 'lost' ? 'lost' : /^(won|warning_closed|prevented)$/.test(status) ? 'over' : 'open';

async function disputesOf(payment_intent: string): Promise<Dispute[]> {
  const { data } = await stripe().disputes.list({ payment_intent, limit: 100 });
  return data.map(({ id, status, amount, evidence_details: { due_by: dueBy } }) => ({
    id,
    state: stateOf(status),
    amount,
    dueBy,
  }));
}

/** A refund that failed gave the money back to the account; a pending one is on its way (docs.stripe.com/refunds). */
const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled';

const amountOf = (refunds: readonly Stripe.Refund[]): number => sum(refunds.map(({ amount }) => amount));

/** The credit notes of an invoice that are in force; undefined if they cannot be read now. */
async function notesOf({ id, post_payment_credit_notes_amount: credited }: Stripe.Invoice) {
  if (credited === 0) return [];
  try {
    const { data } = await stripe().creditNotes.list({ invoice: id, limit: 100 });
    return data.filter(({ status }) => status !== 'void');
  } catch (error) {
    logger.warn('refunds are compared with the sum of credit notes, which cannot be read', { invoiceId: id, error });
    return undefined;
  }
}

const elsewhere = (notes: readonly Stripe.CreditNote[]): number =>
  sum(notes.map(({ out_of_band_amount: amount }) => amount ?? 0));

/**
 * The refunds of credit notes that failed, with those that failed after them, and how much no refund without a note
 * and no later note of money that went back elsewhere covers. What a note links counts only if its refund was read: it
 * may have been made since.
 */
function failedOf(
  refunds: readonly Stripe.Refund[],
  notes: readonly Stripe.CreditNote[],
): Pick<DocumentItem, 'failed' | 'uncovered'> {
  const links = notes.flatMap((note) => note.refunds);
  const noted = (id: string): number =>
    sum(links.filter(({ refund }) => idOf(refund ?? null) === id).map((link) => link.amount_refunded));
  const failed = refunds.filter(hasFailed);
  const first = Math.min(...failed.filter(({ id }) => noted(id) > 0).map(({ created }) => created));
  const alone = sum(refunds.map((refund) => (hasFailed(refund) ? 0 : refund.amount - noted(refund.id))));
  const later = elsewhere(notes.filter((note) => note.created >= first && note.refunds.length === 0));
  const uncovered = sum(failed.map(({ id }) => noted(id))) - Math.max(alone, later);
  if (uncovered <= 0) return {};
  const told = failed.filter(({ created }) => created >= first);
  return { failed: Object.fromEntries(told.map(({ id, amount }) => [id, amount])), uncovered };
}

/** What went back of the payments of an invoice, whose newest charges must be expanded. */
export async function readMoneyBack(
  invoice: Stripe.Invoice,
  payments: readonly Stripe.PaymentIntent[],
): Promise<MoneyBack> {
  const { post_payment_credit_notes_amount: credited, amount_paid: paid } = invoice;
  const [disputes, refunds]: [Dispute[], Stripe.Refund[]] = [[], []];
  for (const { id, latest_charge: charge } of payments) {
    if (charge === null || typeof charge === 'string') continue;
    if (charge.disputed) disputes.push(...(await disputesOf(id)));
    // The charge counts no refund that failed.
    if (charge.amount_refunded > 0 || credited > 0)
      refunds.push(...(await stripe().refunds.list({ payment_intent: id, limit: 100 })).data);
  }
  const refunded = amountOf(refunds.filter((refund) => !hasFailed(refund)));
  const lost = sum(disputes.map(({ state, amount }) => (state === 'lost' ? amount : 0)));
  const notes = await notesOf(invoice);
  const links = notes?.flatMap((note) => note.refunds.map((link) => link.amount_refunded));
  const explained = notes && links ? sum(links) + elsewhere(notes) : credited;
  const returned = lost + Math.max(0, refunded - explained);
  const mark = markOf(disputes, refunded + lost, paid);
  return {
    ...(mark && { mark }),
    ...(returned > 0 && { returned }),
    ...(lost > 0 && { lost }),
    ...failedOf(refunds, notes ?? []),
    ...(disputes.length > 0 && { disputes }),
  };
}

function markOf(disputes: readonly Dispute[], back: number, paid: number): DocumentMark | undefined {
  if (disputes.some(({ state }) => state === 'open')) return 'disputed';
  return back === 0 ? undefined : back >= paid ? 'refunded' : 'part-refunded';
}

const withoutNote = ({ returned = 0, lost = 0 }: DocumentItem): number => returned - lost;

/** From this sum on, tax included, a refund needs a 適格返還請求書 (消費税法57条の4第3項; below it none is due: 同法施行令70条の9第3項2号). */
const noteDueFrom = 10_000;
const isNoteDue = (item: DocumentItem): boolean =>
  item.issuer.registrationNumber !== null && withoutNote(item) >= noteDueFrom;

/** Seconds that staff have to issue the credit note themselves, and after which they are asked once more. */
const [patience, reminded] = [60 * 60, 7 * 24 * 60 * 60];

/** Asks the staff for the credit note of a refund, until it is there. */
const askForNote = defineTask('ask-for-credit-note', z.object({ userId: z.string(), id: z.string() }));

const messageOf = (
  subject: string,
  title: string,
  { storeId, storeName, id, number }: DocumentItem,
  lines: readonly string[],
) => ({
  subject,
  text: [
    title,
    '',
    ...lines,
    `店舗: ${storeName.replaceAll(/\s+/gu, ' ')}`,
    `請求書番号: ${number}`,
    `請求書ID: ${id}`,
    `顧客ID: ${storeId}`,
    '',
    '手順は docs/runbook.md の「Refunds and disputes」にあります。',
  ].join('\n'),
  attributes: { kind: 'money-back', documentId: id },
});

const results = { lost: '返金になりました', over: '返金なしで終了しました' } as const;

const disputeMessage = (item: DocumentItem, { id, state, amount, dueBy }: Dispute) =>
  messageOf(`Dispute ${id}`, 'カード会社を通じて、お支払いへの異議申し立てがありました。', item, [
    state === 'open'
      ? `証拠の提出期限: ${dueBy === null ? 'Stripeのダッシュボードを確認' : `${timeInJapan(dueBy)}（日本時間）`}`
      : `結果: ${results[state]}`,
    `金額: ${yen(amount)}`,
    `異議申し立てID: ${id}`,
  ]);

const noteMessage = (item: DocumentItem) =>
  messageOf(`Credit note needed ${item.id}`, '返還請求書（クレジットノート）のない返金があります。', item, [
    isNoteDue(item)
      ? '適格返還請求書の交付が必要です（消費税法57条の4第3項。税込1万円以上）。返金にひもづけて作成してください。'
      : '法律上の交付義務はありませんが、書類と金額を合わせるため、返金にひもづけて作成してください。',
    `返金額: ${yen(withoutNote(item))}`,
  ]);

const failedMessage = (item: DocumentItem, refundIds: readonly string[], amount: number) =>
  messageOf(
    `Refund failed ${item.id}`,
    'カードへの返金が失敗しました。返還請求書はありますが、返金されていません。',
    item,
    [
      'まだ返していなければ、Stripeでもう一度、または別の方法で返金してください。返還請求書の作り直しは不要です。',
      `返金額: ${yen(amount)}`,
      `返金ID: ${refundIds.join(', ')}`,
    ],
  );

/** Seconds: an invoice that is older when it is first read came with a shop that was taken over; its past is known. */
const recent = 30 * 24 * 60 * 60;

/** A reading with the failed refunds of the one `before`: each is told once, whatever was read of it since. */
export const withFormerFailures = (item: DocumentItem, before: DocumentItem | undefined): DocumentItem =>
  before?.failed ? { ...item, failed: { ...before.failed, ...item.failed } } : item;

/** The tasks that follow from a reading of an invoice, `before` being the one that it takes the place of. */
export function followUpsOf(item: DocumentItem, before: DocumentItem | undefined): Write[] {
  if (!before && item.createdAt < clock.seconds() - recent) return [];
  // An inquiry that becomes a dispute keeps its id and wants evidence by another day.
  const isKnown = ({ id, state, dueBy }: Dispute): boolean =>
    before?.disputes?.some((one) => one.id === id && (state !== 'open' || one.dueBy === dueBy)) ?? false;
  const { userId, id, mark, failed = {}, uncovered = 0 } = item;
  const untold = Object.keys(failed).filter((refund) => before?.failed?.[refund] === undefined);
  const missing = Math.min(uncovered, sum(untold.map((refund) => failed[refund] ?? 0)));
  // Without a mark nothing is open or lost: a dispute that was won is told to nobody.
  const disputes = mark === undefined ? [] : (item.disputes ?? []).filter((dispute) => !isKnown(dispute));
  return [
    ...(missing > 0 ? [tellStaffLater.write(failedMessage(item, untold, missing))] : []),
    ...disputes.map((dispute) => tellStaffLater.write(disputeMessage(item, dispute), { id: `dispute-${dispute.id}` })),
    ...(withoutNote(item) > (before ? withoutNote(before) : 0)
      ? [askForNote.write({ userId, id }, { id, notBefore: clock.seconds() + patience })]
      : []),
  ];
}

async function ask({ userId, id }: { userId: string; id: string }): Promise<void> {
  const item = await findDocument(userId, id);
  if (!item || withoutNote(item) === 0) return;
  const again = askForNote.write({ userId, id }, { id, notBefore: clock.seconds() + reminded });
  await writeAll([tellStaffLater.write(noteMessage(item)), ...(isNoteDue(item) ? [again] : [])]);
}

/**
 * The invoice that a payment paid, and its customer: a refund or dispute names the payment alone (fact
 * `refund-and-dispute-name-their-payment`). Undefined for a payment without an invoice.
 */
export async function invoiceOf(payment: string): Promise<{ invoiceId: string; customerId: string } | undefined> {
  const { data } = await stripe().invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: payment },
    expand: ['data.invoice'],
  });
  const invoice = data[0]?.invoice;
  const customerId = typeof invoice === 'object' && !invoice.deleted ? idOf(invoice.customer) : undefined;
  return customerId === undefined ? undefined : { invoiceId: idOf(invoice ?? null) ?? '', customerId };
}

export const moneyBackWorkers = [
  defineWorker(askForNote, ask, 'The message and the next task are one write, after which the first task is none.'),
];
