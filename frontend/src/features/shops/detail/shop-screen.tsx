import { ChevronRight, Pencil, Plus, ReceiptText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useParams, Link } from 'react-router-dom';
import { type ShopRecord, type Subscription, metadataKeys } from '#shared/model/customer';
import { isChangeable, isOver, subscriptionName, deviceCount } from '#shared/model/subscription';
import { plannedEndOf, returnTimes } from '#shared/model/ending';
import type { StripeAddress } from '#shared/model/address';
import { yen } from '#shared/numbers';
import { paths } from '../../../lib/paths';
import { useShop } from '../../../lib/use-shops';
import { Button, ButtonLink, Alert } from '../../../ui/basics';
import {
  NewSubscriptionButton,
  NewSubscriptionFlow,
  firstStep,
  type NewSubscriptionStep,
} from '../../orders/new-subscription/new-subscription-flow';
import { NextInvoiceCard } from '../../documents/next-invoice-card';
import { MovementsCard } from '../../movements/movements-card';
import { ShopPage } from '../../shop-page/shop-page';
import {
  lastDayOfTrial,
  paysAfterTrial,
  renews,
  runningDeviceSubscription,
  monthlyPrice,
  nextDateOf,
  trialAhead,
} from '../../orders/subscription-rules';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { Card, DateText, Money, DetailList } from '../../../ui/content';
import { panelTexts } from '../../payments/payment/panel-texts';
import { openInvoices, owesPayment } from '../../payments/payment/open-invoices';
import { TrialEnding } from '../../orders/subscription/trial-ending';
import { DiscountNote } from '../../orders/subscription/discount-note';
import { EndingBadge, SubscriptionBadge } from '../../orders/subscription/subscription-badge';
import { phoneText, shopName } from '../../../lib/format';
import { addressParts, AddressText } from '../../shop-page/address-text';

const EditDialog = lazyDialog(() => import('./edit-dialog').then((module) => module.EditDialog));

/** 店舗詳細 (spec 2, Store detail). */
export function ShopScreen() {
  const { id = '' } = useParams();
  const found = useShop(id);
  const history = found.state === 'found' && (
    <ButtonLink to={paths.paymentHistory(found.shop.customer.id)} variant="secondary" size="sm" Icon={ReceiptText}>
      購入履歴
    </ButtonLink>
  );
  return (
    <ShopPage
      title="店舗詳細"
      actions={history}
      found={found}
      failed="店舗情報の取得に失敗しました"
      missing="指定された店舗が見つかりません"
    >
      {({ shop }, now) => <Shop key={shop.customer.id} shop={shop} now={now} />}
    </ShopPage>
  );
}

function Shop({ shop, now }: { shop: ShopRecord; now: number }) {
  const [editing, setEditing] = useState(false);
  const [step, setStep] = useState<NewSubscriptionStep>();
  const running = runningDeviceSubscription(shop);
  const owes = shop.subscriptions.some((one) => owesPayment(shop, one));
  return (
    <>
      <div className="space-y-4 sm:space-y-6">
        <SubscriptionSummary
          shop={shop}
          now={now}
          begin={
            // What is owed is paid first, and one that ends has its next step elsewhere.
            owes || (running && plannedEndOf(running) !== undefined) ? null : running && isChangeable(running) ? (
              <Button variant="secondary" Icon={Plus} onClick={() => setStep({ show: 'more', subscription: running })}>
                台数を追加
              </Button>
            ) : (
              <NewSubscriptionButton
                variant={shop.subscriptions.every(isOver) ? 'primary' : 'secondary'}
                onBegin={() => setStep(firstStep(shop))}
              />
            )
          }
        />
        {shop.subscriptions.some(renews) && <NextInvoiceCard customerId={shop.customer.id} />}
        <div className="in-order space-y-4 sm:space-y-6">
          <MovementsCard customerId={shop.customer.id} />
          <InfoCard customer={shop.customer} onEdit={() => setEditing(true)} />
        </div>
      </div>
      <NewSubscriptionFlow shop={shop} now={now} step={step} onStep={setStep} />
      {editing && <EditDialog customer={shop.customer} onClose={() => setEditing(false)} />}
    </>
  );
}

interface SubscriptionSummaryProps {
  shop: ShopRecord;
  /** Unix milliseconds. */
  now: number;
  begin: ReactNode;
}

/** The shop's subscriptions at a glance: problems, the monthly price and the next payment. */
function SubscriptionSummary({ shop, now, begin }: SubscriptionSummaryProps) {
  const running = shop.subscriptions.filter((subscription) => !isOver(subscription));
  const open = shop.subscriptions.filter((subscription) => owesPayment(shop, subscription));
  return (
    <Card title="契約の状況">
      <div className="space-y-5">
        {open.map((subscription) => {
          const owed = openInvoices(shop, subscription);
          const texts = panelTexts(subscription, now, owed);
          return (
            <Alert
              key={subscription.id}
              tone="warning"
              title={`${owed ? `${yen(owed.amount)}の` : ''}${texts?.title ?? ''}`}
            >
              {open.length > 1 && <p>{subscriptionName(subscription)}</p>}
              <p>{texts?.consequence}</p>
              <ButtonLink to={paths.subscription(subscription.id)} size="sm" className="mt-3">
                お支払いへ進む
              </ButtonLink>
            </Alert>
          );
        })}
        {running.map((subscription) => (
          <TrialEnding
            key={subscription.id}
            subscription={subscription}
            now={now}
            renewal={
              <Link to={paths.subscription(subscription.id)} className="text-link underline">
                自動更新
              </Link>
            }
          />
        ))}
        {running.length > 0 ? (
          <ul
            aria-label="契約"
            className="divide-y divide-line border-line not-first:border-t not-last:border-b first:-mt-4 last:-mb-4"
          >
            {running.map((subscription) => (
              <li key={subscription.id}>
                <SubscriptionLine
                  subscription={subscription}
                  now={now}
                  isBilled={open.includes(subscription) || (running.length === 1 && renews(subscription))}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">契約中のサービスはありません</p>
        )}
        {begin}
      </div>
    </Card>
  );
}

interface SubscriptionLineProps {
  subscription: Subscription;
  /** Unix milliseconds. */
  now: number;
  /** When is said by a notice, or by the card of the shop's next invoice, whose amount may be another one. */
  isBilled: boolean;
}

function SubscriptionLine({ subscription, now, isBilled }: SubscriptionLineProps) {
  const trialEnd = trialAhead(subscription, now);
  const next = nextDateOf(subscription);
  const planned = plannedEndOf(subscription);
  return (
    <div className="relative -mx-2 flex items-center gap-4 rounded-field px-2 py-4 hover:bg-sunken">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-2">
          <SubscriptionBadge status={subscription.status} />
          {subscription.cancel_at_period_end && <EndingBadge />}
        </p>
        <p className="mt-2 font-semibold">
          <Link to={paths.subscription(subscription.id)} className="stretched">
            {subscriptionName(subscription)}
          </Link>
        </p>
        <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft tabular-nums">
          <InlineFact label="契約台数">{deviceCount(subscription)}台</InlineFact>
          <InlineFact label="月額">
            <Money yen={monthlyPrice(subscription).total} />
          </InlineFact>
          {next && !isBilled && next.at !== trialEnd && (
            <InlineFact label={next.label}>
              <DateText unix={next.at} />
            </InlineFact>
          )}
          {planned !== undefined && (
            <InlineFact label="終了後の返却期限">
              <DateText unix={returnTimes(planned).returnBy} />
            </InlineFact>
          )}
          {trialEnd !== undefined && (!paysAfterTrial(subscription) || !lastDayOfTrial(subscription, now)) && (
            <InlineFact label="トライアル終了">
              <DateText unix={trialEnd} />
            </InlineFact>
          )}
        </dl>
        <DiscountNote subscription={subscription} className="mt-1" />
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </div>
  );
}

const InlineFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-1.5">
    <dt className="whitespace-nowrap">{label}</dt>
    <dd className="font-medium text-ink">{children}</dd>
  </div>
);

const Unset = () => <span className="text-ink-soft">未設定</span>;

/** The shop's name, contacts and addresses (spec 2, Store detail). */
function InfoCard({ customer, onEdit }: Pick<ShopRecord, 'customer'> & { onEdit: () => void }) {
  const agency = customer.metadata[metadataKeys.agencyName];
  return (
    <Card
      title="店舗情報"
      actions={
        <Button variant="secondary" size="sm" Icon={Pencil} onClick={onEdit}>
          編集
        </Button>
      }
    >
      <DetailList
        rows={{
          店舗名: shopName(customer),
          代理店名: agency ?? <Unset />,
          メールアドレス: customer.email ?? <Unset />,
          電話番号: customer.phone ? <span className="tabular-nums">{phoneText(customer.phone)}</span> : <Unset />,
          登録日: <DateText unix={customer.created} />,
          請求先住所: <AddressOrUnset address={customer.address} />,
          お届け先: <Delivery customer={customer} />,
        }}
      />
    </Card>
  );
}

const written = (address: StripeAddress): string => Object.values(addressParts(address)).join('\n').trim();

/** Where devices go, without what the rows above it say already. */
function Delivery({ customer }: Pick<ShopRecord, 'customer'>) {
  const { shipping, address, phone } = customer;
  const name = shipping?.name === shopName(customer) ? undefined : shipping?.name;
  const isBilled = shipping && address && written(shipping.address) === written(address);
  return (
    <>
      {isBilled ? (
        [name, '請求先住所と同じ'].filter(Boolean).join('\n')
      ) : (
        <AddressOrUnset address={shipping?.address} name={name} />
      )}
      {shipping?.phone && shipping.phone !== phone && (
        <span className="block tabular-nums">{phoneText(shipping.phone)}</span>
      )}
    </>
  );
}

type AddressOrUnsetProps = { address: StripeAddress | null | undefined; name?: string | null | undefined };

function AddressOrUnset({ address, name }: AddressOrUnsetProps) {
  if (!address || !written(address)) return name ?? <Unset />;
  return <AddressText name={name} {...address} postalCode={address.postal_code} />;
}
