import type { ComponentProps, ReactNode } from 'react';
import { RotateCw } from 'lucide-react';
import type { ShopRecord } from '#shared/model/customer';
import { type Found, useShopNow, useRefreshShop } from '../../lib/use-shops';
import { Page } from '../../ui/page';
import { AfterChange } from '../movements/what-next';
import { ageText } from '../../lib/format';
import { Button, Alert, Skeleton, ReadFailure } from '../../ui/basics';
import { Missing } from '../../ui/read-states';
import { showToast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';
import { Card } from '../../ui/content';

interface ShopPageProps<T> extends Omit<ComponentProps<typeof Page>, 'children'> {
  found: Found<T>;
  /** The title if the read fails (spec 8). */
  failed: string;
  /** The title if the id is not one of the user's (spec 8). */
  missing: string;
  skeleton?: ReactNode;
  ageless?: boolean;
  /** The screen's content; `now` in unix milliseconds, for everything that depends on the time. */
  children: (found: T, now: number) => ReactNode;
}

/**
 * A screen of one shop or one of its subscriptions: its heading, the states without content, what happens next after a
 * change, the age of the data, and the time that its content uses.
 */
export function ShopPage<T extends { shop: ShopRecord }>({
  found,
  failed,
  missing,
  skeleton,
  ageless = false,
  children,
  ...page
}: ShopPageProps<T>) {
  const now = useShopNow(found.state === 'found' ? [found.shop] : []);
  return (
    <Page {...page} back={found.state === 'missing' ? undefined : page.back}>
      <ShopStates found={found} failed={failed} missing={missing} skeleton={skeleton}>
        {(content) => (
          <>
            <AfterChange shops={[content.shop]} named={false} />
            {!ageless && <StaleNotice shops={[content.shop]} now={now} />}
            <div className="in-order">
              {children(content, now)}
              {!ageless && <Freshness shop={content.shop} now={now} />}
            </div>
          </>
        )}
      </ShopStates>
    </Page>
  );
}

/** Until then nobody asks how old the data is; in milliseconds. */
const fewMinutes = 5 * 60 * 1000;

/** At the end of a screen: the age of its data, and a button to read it again. `now` in unix milliseconds. */
function Freshness({ shop, now }: { shop: ShopRecord; now: number }) {
  const refresh = useRefreshShop(shop.customer.id);
  const [press, refreshing] = useAction(
    async () => {
      await refresh();
      showToast({ tone: 'success', title: '最新の情報を表示しています' });
    },
    { title: '最新の情報を取得できませんでした', refused: '時間をおいて、もう一度お試しください。' },
  );
  if (now - shop.readAt * 1000 < fewMinutes && !refreshing) return null;
  return (
    <div className="mt-4 flex flex-wrap sm:mt-8 items-center justify-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <span className="tabular-nums">{ageText(shop.readAt * 1000, now)}の情報です</span>
      <Button
        variant="quiet"
        size="sm"
        className="font-normal text-ink-soft"
        busy={refreshing}
        Icon={RotateCw}
        onClick={press}
      >
        最新の情報に更新
      </Button>
    </div>
  );
}

/** The server reads a shop again when its snapshot is older than a day; older data means that it could not. */
const fresh = 24 * 60 * 60 * 1000;

/** Shows the age of the snapshot if it is old. `now` in unix milliseconds. */
export function StaleNotice({ shops, now }: { shops: readonly ShopRecord[]; now: number }) {
  const oldest = Math.min(...shops.map(({ readAt }) => readAt)) * 1000;
  if (now - oldest <= fresh) return null;
  return (
    <Alert className="mb-5" tone="warning" title="最新の情報を取得できていません">
      決済サービスに接続できないため、{ageText(oldest, now)}の情報を表示しています。
    </Alert>
  );
}

type ShopStatesProps<T> = Pick<ShopPageProps<T>, 'found' | 'failed' | 'missing' | 'skeleton'> & {
  children: (found: T) => ReactNode;
};

/** The states of every screen of a shop or a subscription without content: loading, failed, not found. */
function ShopStates<T>({ found, failed, missing, skeleton = <CardsSkeleton />, children }: ShopStatesProps<T>) {
  if (found.state === 'loading') {
    return (
      <div aria-busy className="fade-in-late">
        <output className="sr-only">読み込み中</output>
        {skeleton}
      </div>
    );
  }
  if (found.state === 'error') return <ReadFailure read={found.read} title={failed} />;
  if (found.state === 'missing') return <Missing title={missing} />;
  return <div className="fade-in">{children(found)}</div>;
}

const CardsSkeleton = () => (
  <div className="space-y-6">
    <Card>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-5 h-10 w-52" />
      <Skeleton className="mt-5 h-3 w-full" />
    </Card>
    <Card>
      <Skeleton className="mb-5 h-5 w-32" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="mt-3 h-4 w-3/4" />
      <Skeleton className="mt-3 h-4 w-5/6" />
    </Card>
  </div>
);
