import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { User } from '#shared/model/account';
import type { ShopRecord } from '#shared/model/customer';
import { longDateWithWeekday } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useUser } from '../../../lib/session';
import { useShops, type Shops } from '../../../lib/use-shops';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorPanel } from '../../../ui/error-panel';
import { Page } from '../../../ui/page';
import { ShareWidget } from '../../devices/scan/share-widget';
import { AfterChange } from '../../movements/what-next';
import { StaleNotice } from '../../shop-page/stale-notice';
import { useShopNow } from '../../shop-page/use-shop-now';
import { HomeSummary } from './home-summary';
import { ShopCardSkeleton } from './shop-card';
import { ShopFinder } from './shop-finder';
import { outlookOf } from './shop-outlook';
import { ShopPicture } from './shop-picture';
import { useFirstTime } from './use-first-time';
import { WelcomePanel } from './welcome-panel';
import { lazyDialog } from '../../../ui/lazy-dialog';

const ShopDeletionDialog = lazyDialog(() =>
  import('./shop-deletion-dialog').then((module) => module.ShopDeletionDialog),
);

/** The first screen after signing in: the user's shops (spec 2, Home dashboard). */
export function HomeScreen() {
  const { user } = useUser();
  return user ? <Dashboard user={user} /> : null;
}

function Dashboard({ user }: { user: User }) {
  const shops = useShops();
  const now = useShopNow(shops.state === 'shops' ? shops.list : []);
  const welcoming = useFirstTime(user, shops);
  const newShop: ReactNode = shops.state === 'shops' && (
    <ButtonLink to={paths.newShop} variant="secondary" icon={<Plus aria-hidden className="size-5" />}>
      店舗を追加
    </ButtonLink>
  );
  return (
    <Page
      title={`こんにちは、${user.username}さん`}
      documentTitle="店舗選択"
      description={<span className="tabular-nums">{longDateWithWeekday(now)}</span>}
      actions={newShop}
    >
      {welcoming ? <WelcomePanel username={user.username} /> : <ShopList shops={shops} now={now} />}
    </Page>
  );
}

function ShopList({ shops, now }: { shops: Shops; now: number }) {
  const [deleting, setDeleting] = useState<ShopRecord>();
  if (shops.state === 'error') {
    return (
      <ErrorPanel
        error={shops.error}
        title="サーバーとの通信に失敗しました"
        advice="しばらくしてから、もう一度お試しください。"
        busy={shops.retrying}
        onRetry={shops.retry}
      />
    );
  }
  if (shops.state === 'loading') {
    return (
      <div aria-busy className="fade-in-late grid gap-4 lg:grid-cols-2">
        <output className="sr-only">店舗を読み込み中</output>
        <ShopCardSkeleton />
        <ShopCardSkeleton />
      </div>
    );
  }
  if (shops.state === 'empty') {
    return (
      <EmptyState
        picture={<ShopPicture />}
        title="まだ店舗がありません"
        action={
          <ButtonLink to={paths.newShop} size="lg">
            最初の店舗を登録
          </ButtonLink>
        }
      >
        店舗を登録すると、レボナイザーのレンタルを申し込めます。
      </EmptyState>
    );
  }
  const outlooks = shops.list.map(outlookOf);
  return (
    <div className="fade-in">
      <AfterChange shops={shops.list} />
      <StaleNotice shops={shops.list} now={now} />
      <HomeSummary outlooks={outlooks} />
      <ShopFinder outlooks={outlooks} onDelete={setDeleting} />
      {deleting && <ShopDeletionDialog shop={deleting} onClose={() => setDeleting(undefined)} />}
      <ShareWidget title="Revonizer 店舗一覧" />
    </div>
  );
}
