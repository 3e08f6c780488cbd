import { RotateCw } from 'lucide-react';
import type { ShopRecord } from '#shared/model/customer';
import { ageText } from '../../lib/format';
import { useRefreshShop } from './use-refresh-shop';
import { Button } from '../../ui/button';
import { showToast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';

/** At the end of a screen: the age of its data, and a button to read it again. `now` in unix milliseconds. */
export function Freshness({ shop, now }: { shop: ShopRecord; now: number }) {
  const refresh = useRefreshShop(shop.customer.id);
  const [press, refreshing] = useAction(
    async () => {
      await refresh();
      showToast({ tone: 'success', title: '最新の情報を表示しています' });
    },
    { title: '最新の情報を取得できませんでした', refused: '時間をおいて、もう一度お試しください。' },
  );
  return (
    <div className="mt-8 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <span className="tabular-nums">{ageText(shop.readAt * 1000, now)}の情報です</span>
      <Button
        variant="quiet"
        size="sm"
        busy={refreshing}
        icon={<RotateCw aria-hidden className="size-4" />}
        onClick={press}
      >
        最新の情報に更新
      </Button>
    </div>
  );
}
