import { useParams } from 'react-router-dom';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { isOver, namesText } from '#shared/model/subscription';
import { paths } from '../../../lib/paths';
import { useShop, useSubscription, type Found } from '../../../lib/use-shops';
import { Alert } from '../../../ui/basics';
import { Card } from '../../../ui/content';
import { ShopPage } from '../../shop-page/shop-page';
import { owesPayment } from '../payment/open-invoices';
import { PayPanel } from '../payment/pay-panel';
import { ChangeCard } from './change-card';

const title = 'お支払い設定';

/** The first product, and how many others there are (spec 2, Payment method screen). */
const productsText = ({ items }: Subscription): string =>
  namesText(items.filter(({ quantity }) => quantity > 0).map(({ product }) => product.name));

/**
 * /billing/subscription/{subscriptionId}: another card for a subscription (spec 2, Payment method screen). With a
 * shop's id in its place, for the shop: its new subscriptions, and those without a card of their own.
 */
export function PaymentMethodScreen() {
  const { id = '' } = useParams();
  const bySubscription = useSubscription(id);
  const byShop = useShop(id);
  const found: Found<{ shop: ShopRecord }> = byShop.state === 'found' ? byShop : bySubscription;
  const subscription = bySubscription.state === 'found' ? bySubscription.subscription : undefined;
  const heading = subscription ? `${title}（${productsText(subscription)}）` : title;
  const back =
    bySubscription.state === 'found'
      ? { to: paths.subscription(id), label: '契約の詳細' }
      : byShop.state === 'found'
        ? { to: paths.shop(id), label: '店舗詳細' }
        : { to: paths.home, label: '店舗一覧' };
  return (
    <ShopPage
      title={heading}
      documentTitle={title}
      back={back}
      {...(found.state === 'found' && {
        description: subscription
          ? 'このご契約の料金のお支払いに使うカードを変更します。ほかのご契約のカードは変わりません。'
          : 'この店舗のお支払いに使うカードを変更します。個別にカードを設定しているご契約は変わりません。',
      })}
      ageless
      found={found}
      failed="サブスクリプション情報の取得に失敗しました"
      missing="指定されたサブスクリプションが見つかりません"
    >
      {({ shop }, now) =>
        subscription && isOver(subscription) ? (
          <Ended shop={shop} subscription={subscription} now={now} />
        ) : (
          <Card key={id}>
            <ChangeCard shop={shop} subscription={subscription} now={now} backTo={back.to} />
          </Card>
        )
      }
    </ShopPage>
  );
}

function Ended({ shop, subscription, now }: { shop: ShopRecord; subscription: Subscription; now: number }) {
  if (owesPayment(shop, subscription)) return <PayPanel shop={shop} subscription={subscription} now={now} />;
  return (
    <Alert tone="info" title="このご契約は終了しています">
      お支払い方法の変更は必要ありません。
    </Alert>
  );
}
