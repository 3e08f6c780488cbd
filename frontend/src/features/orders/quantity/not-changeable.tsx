import type { Subscription } from '#shared/model/customer';
import { awaitsPayment, type Arrangement, isPaused, isRunning } from '#shared/model/subscription';
import { paths } from '../../../lib/paths';
import { Alert } from '../../../ui/basics';
import { NoticeDialog } from '../../../ui/dialog';

/** The words for an owner: what it means, and what is not possible here. */
export const arrangementWords: Readonly<Record<Arrangement, { title: string; text: string }>> = {
  scheduled: {
    title: 'ご契約の変更を予定しています',
    text: '次回のご請求は、その内容で決まります。変更や自動更新の切り替えは、担当者までご連絡ください。',
  },
  uncollected: {
    title: '料金のお支払いを止めています',
    text: '再開するまで、カードへの請求はありません。数量の変更は、担当者までご連絡ください。',
  },
  invoiced: {
    title: '請求書払いのご契約です',
    text: 'お送りする請求書の期日までにお支払いください。カードへの請求はありません。数量の変更は、担当者までご連絡ください。',
  },
};

const why = {
  open: {
    title: 'お支払いが確認できていません',
    text: '数量を変更する前に、未払いのご請求をお支払いください。',
  },
  paused: { title: '契約を一時停止しています', text: '一時停止中のご契約の数量は変更できません。' },
  ended: { title: 'このご契約は終了しています', text: '終了したご契約の数量は変更できません。' },
} as const;

/** Shown for a subscription whose quantities cannot be changed: it has ended, is paused, arranged, or to be paid. */
export function NotChangeable({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const open = awaitsPayment(subscription);
  const { arrangement } = subscription;
  const { title, text } =
    isRunning(subscription) && arrangement
      ? arrangementWords[arrangement]
      : why[open ? 'open' : isPaused(subscription) ? 'paused' : 'ended'];
  return (
    <NoticeDialog
      onClose={onClose}
      title="数量の変更"
      way={open ? { to: paths.subscription(subscription.id), children: 'お支払いへ進む' } : undefined}
    >
      <Alert tone="warning" title={title}>
        {text}
      </Alert>
    </NoticeDialog>
  );
}
