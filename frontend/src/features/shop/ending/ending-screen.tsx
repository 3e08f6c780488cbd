import { useState, type ComponentProps } from 'react';
import { useParams } from 'react-router-dom';
import { previewEnding } from '#shared/contract/ending';
import type { Subscription } from '#shared/model/customer';
import { noticePeriodOf, type NoticePeriod } from '#shared/model/ending';
import { lateCancellation, noticeRequest } from '#shared/model/ending-words';
import { lateCharge } from '#shared/model/late-charge';
import { hasNotBegun, isOver } from '#shared/model/subscription-status';
import { sum } from '#shared/sum';
import { paths } from '../../../lib/paths';
import { useCall } from '../../../lib/use-call';
import { useContact } from '../../../lib/use-contact';
import { useNotice } from '../../../lib/use-notice';
import { useSubscription } from '../../../lib/use-shops';
import { Alert } from '../../../ui/alert';
import { ButtonLink } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { ContactLine } from '../../../ui/contact-line';
import { ReadFailure } from '../../../ui/read-failure';
import { Skeleton } from '../../../ui/skeleton';
import { LateChargeNote } from '../payment/late-charge-note';
import { openInvoices } from '../payment/open-invoices';
import { ShopPage } from '../shop-page';
import { EndingChoices } from './ending-choices';
import { EndingConfirmation } from './ending-confirmation';
import { PlannedNotice } from './planned-notice';

/** /subscription/{id}/end: the ways to end a subscription, side by side (decision 066). */
export function EndingScreen() {
  const { id = '' } = useParams();
  const found = useSubscription(id);
  const notice = useNotice();
  const contact = useContact();
  return (
    <ShopPage
      title="解約のお手続き"
      description={<AboutNotice notice={notice} />}
      back={{ to: paths.subscription(id), label: 'サブスクリプション詳細' }}
      found={found}
      failed="サブスクリプション情報の取得に失敗しました"
      missing="指定されたサブスクリプションが見つかりません"
      ageless
    >
      {({ shop, subscription }, now) => {
        const open = hasNotBegun(subscription) ? undefined : openInvoices(shop, subscription);
        return (
          <div className="space-y-6">
            {open && <LateNote open={open} now={now} />}
            <Endings
              subscription={subscription}
              lateBy={
                open &&
                ((paidAt) => sum(open.list.map(({ late }) => (late ? lateCharge(late.amount, late.since, paidAt) : 0))))
              }
            />
            <ContactLine contact={contact} />
          </div>
        );
      }}
    </ShopPage>
  );
}

/** The notice that the stage requires before an end. Until it is known, the usual text is shown. */
function AboutNotice({ notice }: { notice: NoticePeriod | undefined }) {
  const shown = notice ?? noticePeriodOf(false);
  return <p className={notice ? '' : 'invisible'}>{noticeRequest(shown) + lateCancellation(shown)}</p>;
}

/**
 * What a late payer owes on top by the terms, as of today. It grows until the payment: each end shows its own amount.
 */
const LateNote = (props: ComponentProps<typeof LateChargeNote>) => (
  <Alert tone="warning" title="お支払いが確認できていないご請求があります">
    <p>どの終了日を選んでも、未払いのご請求のお支払いは必要です。</p>
    <LateChargeNote {...props} />
  </Alert>
);

interface EndingsProps {
  subscription: Subscription;
  lateBy: ((paidAt: number) => number) | undefined;
}

function Endings({ subscription, lateBy }: EndingsProps) {
  const { id: subscriptionId } = subscription;
  const read = useCall(previewEnding, { params: { id: subscriptionId } });
  const { data, error } = read;
  const [endsAt, setEndsAt] = useState<number>();
  const show = (end: number | undefined): void => {
    setEndsAt(end);
    // The list of ends is long on a phone: what replaces it begins at the top.
    window.scrollTo({ top: 0 });
  };
  if (error && !data) return <ReadFailure read={read} title="解約の内容を取得できませんでした" />;
  if (!data)
    return (
      // As high as the screen, so that nothing below moves.
      <div className="min-h-dvh">
        <Card>
          <Skeleton lines={6} label="読み込み中" />
        </Card>
      </div>
    );
  const choice = data.choices.find((one) => one.endsAt === endsAt);
  if (choice)
    return (
      <EndingConfirmation
        subscriptionId={subscriptionId}
        choice={choice}
        preview={data}
        lateBy={lateBy}
        onBack={() => show(undefined)}
      />
    );
  if (data.choices.length === 0 && (isOver(subscription) || subscription.default_payment_method))
    return (
      <Card title="この契約は終了しています">
        <ButtonLink to={paths.endingReceipt(subscriptionId)} variant="secondary">
          解約受付書
        </ButtonLink>
      </Card>
    );
  return (
    <div className="space-y-6">
      {data.planned !== null && <PlannedNotice subscriptionId={subscriptionId} endsAt={data.planned} />}
      {data.choices.length === 0 && <NoChoice subscriptionId={subscriptionId} />}
      <EndingChoices preview={data} lateBy={lateBy} onChoose={(one) => show(one.endsAt)} />
    </div>
  );
}

/** The notice is enforced, and only a subscription with a card has later ends (`endingOf`). */
const NoChoice = ({ subscriptionId }: { subscriptionId: string }) => (
  <Card title="今お選びいただける終了日はありません">
    <p className="phrased">カードを登録すると、より後の契約期間の終わりから終了日を選べます。</p>
    <ButtonLink to={paths.subscriptionPayment(subscriptionId)} variant="secondary" className="mt-4">
      カードを登録する
    </ButtonLink>
  </Card>
);
