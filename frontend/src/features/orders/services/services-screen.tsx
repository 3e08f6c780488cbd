import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ShopRecord } from '#shared/model/customer';
import { isOver } from '#shared/model/subscription';
import { useShop } from '../../../lib/use-shops';
import { EmptyState } from '../../../ui/content';
import {
  NewSubscriptionButton,
  NewSubscriptionFlow,
  firstStep,
  type NewSubscriptionStep,
} from '../new-subscription/new-subscription-flow';
import { ShopPage } from '../../shop-page/shop-page';
import { DevicePicture } from '../../devices/device/device-picture';
import { owesPayment } from '../../payments/payment/open-invoices';
import { ServiceCard } from './service-card';
import { lazyDialog } from '../../../ui/lazy-dialog';

const QuantityDialog = lazyDialog(() => import('../quantity/quantity-dialog').then((module) => module.QuantityDialog));

/** 契約中のサービス (spec 2, Contracted services). */
export function ServicesScreen() {
  const { id = '' } = useParams();
  const found = useShop(id);
  const [step, setStep] = useState<NewSubscriptionStep>();
  const begin = (shop: ShopRecord): void => setStep(firstStep(shop));
  // Without one running the list offers it; one on hold is paid or resumed first.
  const again = found.state === 'found' &&
    found.shop.subscriptions.some((subscription) => !isOver(subscription)) &&
    firstStep(found.shop).show !== 'held' && <NewSubscriptionButton onBegin={() => begin(found.shop)} />;
  return (
    <ShopPage
      title="契約中のサービス"
      actions={again}
      found={found}
      failed="サービス情報の取得に失敗しました"
      missing="店舗情報が見つかりませんでした"
    >
      {({ shop }, now) => (
        <>
          <Services key={shop.customer.id} shop={shop} onBegin={() => begin(shop)} />
          <NewSubscriptionFlow shop={shop} now={now} step={step} onStep={setStep} />
        </>
      )}
    </ShopPage>
  );
}

function Services({ shop, onBegin }: { shop: ShopRecord; onBegin: () => void }) {
  const [openId, setOpenId] = useState<string>();
  const running = shop.subscriptions.filter((subscription) => !isOver(subscription));
  const ended = shop.subscriptions.filter(isOver);
  const open = shop.subscriptions.find(({ id }) => id === openId);
  const cards = (list: typeof running) =>
    list.map((subscription) => (
      <li key={subscription.id}>
        <ServiceCard
          subscription={subscription}
          owes={owesPayment(shop, subscription)}
          onChangeQuantity={() => setOpenId(subscription.id)}
        />
      </li>
    ));
  return (
    <>
      {running.length > 0 ? (
        <section aria-labelledby="running">
          <h2 id="running" className="sr-only">
            ご利用中
          </h2>
          <ul className="space-y-4">{cards(running)}</ul>
        </section>
      ) : (
        <EmptyState
          picture={<DevicePicture />}
          title="契約中のサービスはありません"
          action={<NewSubscriptionButton variant="primary" onBegin={onBegin} />}
        >
          レボナイザーのレンタルを申し込むと、ここに表示されます。
        </EmptyState>
      )}
      {ended.length > 0 && (
        <section aria-labelledby="ended" className="mt-10">
          <h2 id="ended" className="mb-4 text-lg font-semibold">
            過去の契約
          </h2>
          <ul className="space-y-4">{cards(ended)}</ul>
        </section>
      )}
      {open && <QuantityDialog shop={shop} subscription={open} onClose={() => setOpenId(undefined)} />}
    </>
  );
}
