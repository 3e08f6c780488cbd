import { ChevronRight, CircleCheck, ReceiptText, TriangleAlert, Wind, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sum, yen } from '#shared/numbers';
import { paths } from '../../../lib/paths';
import { shopName } from '../../../lib/format';
import { Fact, Money } from '../../../ui/content';
import { rents, type ShopOutlook } from './shop-outlook';

/** Above the list of shops: whether all is well, and what is paid each month. */
export function HomeSummary({ outlooks }: { outlooks: readonly ShopOutlook[] }) {
  const late = outlooks.filter((outlook) => outlook.late);
  if (late.length === 0 && !outlooks.some(rents)) return null;
  const monthly = sum(outlooks.map((outlook) => outlook.monthly));
  const owed = sum(late.map((outlook) => outlook.late?.amount ?? 0));
  return (
    <section aria-label="お支払いの状況" className="card mb-6 overflow-hidden">
      {late.length === 0 ? (
        <p className="flex items-center gap-2.5 px-5 pt-5 font-semibold text-success sm:px-6">
          <CircleCheck aria-hidden className="size-5 shrink-0" />
          すべてのご契約・お支払いに問題はありません
        </p>
      ) : (
        <div className="border-b border-warning/20 bg-warning-soft px-5 pt-4 pb-2 sm:px-6">
          <h2 className="flex items-start gap-2.5 text-lg leading-snug font-semibold text-warning">
            <TriangleAlert aria-hidden className="h-[1lh] w-5 shrink-0" />
            {`${late.length}店舗で${owed > 0 ? `${late.length > 1 ? '合計' : ''}${yen(owed)}の` : ''}お支払いが必要です`}
          </h2>
          <ul className="mt-1 divide-y divide-warning/15">
            {late.map((outlook) => (
              <LateShop key={outlook.shop.customer.id} outlook={outlook} />
            ))}
          </ul>
        </div>
      )}
      {monthly > 0 && (
        <dl className="px-5 py-4 sm:px-6">
          <Fact
            label={`ご契約の月額料金${outlooks.length > 1 ? 'の合計' : ''}（税込）`}
            look="mt-0.5 text-xl font-semibold"
          >
            <Money yen={monthly} />
          </Fact>
        </dl>
      )}
      <nav aria-label="書類とデバイス" className="flex flex-wrap gap-x-2 border-t border-line px-2.5 py-1 sm:px-3.5">
        <Door to={paths.documents} Icon={ReceiptText} label="請求書・領収書" />
        <Door to={paths.devices} Icon={Wind} label="すべてのデバイス" />
      </nav>
    </section>
  );
}

function LateShop({ outlook: { shop, late } }: { outlook: ShopOutlook }) {
  const subscription = late?.subscriptions[0];
  if (!late || !subscription) return null;
  return (
    <li className="relative flex min-h-11 flex-wrap items-center gap-x-3">
      <Link
        to={paths.subscription(subscription.id)}
        className="named stretched after:-inset-x-2 min-w-0 flex-1 basis-[9em] font-medium"
      >
        {shopName(shop.customer)}
        <span className="sr-only">（お支払いへ進む）</span>
      </Link>
      <span className="ml-auto flex items-center gap-3">
        {late.amount > 0 && <Money className="font-semibold" yen={late.amount} />}
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </span>
    </li>
  );
}

const Door = ({ to, Icon, label }: { to: string; Icon: LucideIcon; label: string }) => (
  <Link to={to} className="quiet-link px-2.5">
    <Icon aria-hidden className="size-4" />
    {label}
  </Link>
);
