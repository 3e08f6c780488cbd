import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths';
import type { Found } from '../../lib/use-shops';
import { ButtonLink } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Skeleton } from '../../ui/skeleton';

interface ShopStatesProps<T> {
  found: Found<T>;
  /** The title if the read fails (spec 8). */
  failed: string;
  /** The title if the id is not one of the user's (spec 8). */
  missing: string;
  skeleton?: ReactNode | undefined;
  children: (found: T) => ReactNode;
}

/** The states of every screen of a shop or a subscription without content: loading, failed, not found. */
export function ShopStates<T>({ found, failed, missing, skeleton = <CardsSkeleton />, children }: ShopStatesProps<T>) {
  if (found.state === 'loading') {
    return (
      <div aria-busy className="fade-in-late">
        <output className="sr-only">読み込み中</output>
        {skeleton}
      </div>
    );
  }
  if (found.state === 'error')
    return <ErrorPanel error={found.error} title={failed} busy={found.retrying} onRetry={found.retry} />;
  if (found.state === 'missing') {
    return (
      <div role="alert">
        <EmptyState
          picture={<SearchX className="size-12" strokeWidth={1.5} />}
          title={missing}
          action={<ButtonLink to={paths.home}>店舗一覧へ戻る</ButtonLink>}
        >
          URLが正しいか、別のアカウントでログインしていないかをご確認ください。
        </EmptyState>
      </div>
    );
  }
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
