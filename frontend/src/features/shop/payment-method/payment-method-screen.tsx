import { useParams } from 'react-router-dom';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { isOver } from '#shared/model/subscription-status';
import { paths } from '../../../lib/paths';
import { useShop, useSubscription } from '../../../lib/use-shops';
import { Alert } from '../../../ui/alert';
import { Card } from '../../../ui/card';
import { Page } from '../../../ui/page';
import { subscriptionName } from '../subscription-rules';
import { ShopStates } from '../shop-states';
import { ChangeCard } from './change-card';

const title = 'お支払い設定';

/**
 * /billing/subscription/{subscriptionId}: another card for a subscription (spec 2, Payment method screen). With a
 * shop's id in its place, for the shop: its new subscriptions, and those without a card of their own.
 */
export function PaymentMethodScreen() {
  const { id = '' } = useParams();
  const bySubscription = useSubscription(id);
  const byShop = useShop(id);
  const found = byShop.state === 'found' ? byShop : bySubscription;
  const subscription = bySubscription.state === 'found' ? bySubscription.subscription : undefined;
  const heading = subscription ? `${title}（${subscriptionName(subscription)}）` : title;
  const back =
    bySubscription.state === 'found'
      ? { to: paths.subscription(id), label: '契約の詳細へ戻る' }
      : byShop.state === 'found'
        ? { to: paths.shop(id), label: '店舗詳細へ戻る' }
        : { to: paths.home, label: '店舗一覧へ戻る' };
  return (
    <Page
      title={heading}
      documentTitle={title}
      back={back}
      {...(found.state === 'found' && {
        description: subscription
          ? 'このご契約の料金のお支払いに使うカードを変更します。ほかのご契約のカードは変わりません。'
          : 'この店舗のお支払いに使うカードを変更します。個別にカードを設定しているご契約は変わりません。',
      })}
    >
      <ShopStates
        found={found}
        failed="サブスクリプション情報の取得に失敗しました"
        missing="指定されたサブスクリプションが見つかりません"
      >
        {({ shop: of }: { shop: ShopRecord }) =>
          subscription && isOver(subscription) ? (
            <Ended />
          ) : (
            <Content key={id} shop={of} subscription={subscription} backTo={back.to} />
          )
        }
      </ShopStates>
    </Page>
  );
}

const Ended = () => (
  <Alert tone="info" title="このご契約は終了しています">
    お支払い方法の変更は必要ありません。
  </Alert>
);

function Content({
  shop,
  subscription,
  backTo,
}: {
  shop: ShopRecord;
  subscription: Subscription | undefined;
  backTo: string;
}) {
  return (
    <Card>
      <ChangeCard shop={shop} subscription={subscription} backTo={backTo} />
    </Card>
  );
}
