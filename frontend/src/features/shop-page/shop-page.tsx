import type { ComponentProps, ReactNode } from 'react';
import type { ShopRecord } from '#shared/model/customer';
import type { Found } from '../../lib/use-shops';
import { Page } from '../../ui/page';
import { Freshness } from './freshness';
import { AfterChange } from '../movements/what-next';
import { ShopStates } from './shop-states';
import { StaleNotice } from './stale-notice';
import { useShopNow } from './use-shop-now';

interface ShopPageProps<T> extends Omit<ComponentProps<typeof Page>, 'children'> {
  found: Found<T>;
  /** The title if the read fails (spec 8). */
  failed: string;
  /** The title if the id is not one of the user's (spec 8). */
  missing: string;
  skeleton?: ReactNode;
  /** Hides the age of the data. */
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
    <Page {...page}>
      <ShopStates found={found} failed={failed} missing={missing} skeleton={skeleton}>
        {(content) => (
          <>
            <AfterChange shops={[content.shop]} />
            {!ageless && <StaleNotice shops={[content.shop]} now={now} />}
            {children(content, now)}
            {!ageless && <Freshness shop={content.shop} now={now} />}
          </>
        )}
      </ShopStates>
    </Page>
  );
}
