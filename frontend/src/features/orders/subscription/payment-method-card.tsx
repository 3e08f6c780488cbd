import type { Subscription } from '#shared/model/customer';
import { chargesCard, isOver } from '#shared/model/subscription';
import { cardExpiry, PaymentCard } from '../../payments/card/payment-card';
import { paths } from '../../../lib/paths';
import { Alert, ButtonLink } from '../../../ui/basics';
import { Card } from '../../../ui/content';

/**
 * The card that pays for the subscription, and whether it remains valid (spec 2, Subscription detail). `now` in unix
 * milliseconds.
 */
export function PaymentMethodCard({ subscription, now }: { subscription: Subscription; now: number }) {
  const card = subscription.default_payment_method?.card;
  const ended = isOver(subscription);
  // One that ends with its period has no next payment; a late one has the panel above.
  const pays = !ended && !subscription.cancel_at_period_end && chargesCard(subscription);
  const expiry = pays && card ? cardExpiry(card, now, subscription.current_period_end * 1000) : undefined;
  return (
    <Card
      title="お支払い方法"
      actions={
        !ended && (
          <ButtonLink
            to={paths.subscriptionPayment(subscription.id)}
            variant="secondary"
            size="sm"
            aria-label={card ? 'お支払い方法を変更' : undefined}
          >
            {card ? '変更' : 'カードを登録する'}
          </ButtonLink>
        )
      }
    >
      <div className="space-y-4">
        {subscription.arrangement === 'invoiced' && !ended && <p>請求書でのお支払い</p>}
        {card && <PaymentCard card={card} />}
        {!card && !subscription.default_payment_method && pays && (
          <Alert tone="warning" title="カードが登録されていません">
            次回のお支払いまでに、カードを登録してください。
          </Alert>
        )}
        {!card && (subscription.default_payment_method || !pays) && (
          <p className="text-ink-soft">
            {ended || !subscription.default_payment_method
              ? '登録されているカードはありません'
              : 'カード以外のお支払い方法'}
          </p>
        )}
        {expiry === 'expired' && (
          <Alert tone="danger" title="カードの有効期限が切れています">
            次回のお支払いができません。別のカードに変更してください。
          </Alert>
        )}
        {expiry === 'soon' && (
          <Alert tone="warning" title="カードの有効期限が近づいています">
            新しいカードが届いたら、変更してください。
          </Alert>
        )}
      </div>
    </Card>
  );
}
