import { useState, useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { User } from '#shared/model/account';
import type { ShopRecord } from '#shared/model/customer';
import { markSetupComplete } from '#shared/contract/account';
import { addressed, longDateWithWeekday } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useUser } from '../../../lib/session';
import { useShops, type Shops, useShopNow } from '../../../lib/use-shops';
import { Alert, ButtonLink, Spinner, ReadFailure } from '../../../ui/basics';
import { EmptyState } from '../../../ui/content';
import { Drawing } from '../../../ui/drawing';
import { Page } from '../../../ui/page';
import { ShareWidget } from '../../devices/scan/share-widget';
import { AfterChange } from '../../movements/what-next';
import { StaleNotice } from '../../shop-page/shop-page';
import { HomeSummary } from './home-summary';
import { ShopCardSkeleton } from './shop-card';
import { ShopFinder } from './shop-finder';
import { outlookOf } from './shop-outlook';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { callApi } from '../../../lib/api';
import { firstTimeWizard } from '../../../lib/storage';
import { useTimeout } from '../../../lib/use-timeout';

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
  return (
    <Page
      title={`こんにちは、${addressed(user.username)}`}
      documentTitle="店舗選択"
      // On a desktop the header has it.
      description={<span className="tabular-nums md:hidden">{longDateWithWeekday(now)}</span>}
    >
      {user.mailsFail && <MailsFailNotice email={user.email} />}
      {welcoming ? <WelcomePanel /> : <ShopList shops={shops} now={now} />}
    </Page>
  );
}

/** Mails to the user come back: what to do. */
const MailsFailNotice = ({ email }: { email: string }) => (
  <Alert className="mb-6" tone="warning" title="お知らせのメールが届いていません">
    <span className="break-all">{email}</span> へのメールが戻ってきています。
    <Link to={paths.profile} className="font-semibold underline underline-offset-4">
      メールアドレスを変更する
    </Link>
  </Alert>
);

function ShopList({ shops, now }: { shops: Shops; now: number }) {
  const [deleting, setDeleting] = useState<ShopRecord>();
  if (shops.state === 'error') {
    return (
      <ReadFailure
        read={shops.read}
        title="サーバーとの通信に失敗しました"
        advice="しばらくしてから、もう一度お試しください。"
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

/** The welcome that a new user sees for two seconds before the first shop's form. */
function WelcomePanel() {
  return (
    <div className="card fade-in flex flex-col items-center px-6 py-12 text-center sm:py-16">
      <div aria-hidden className="mb-6 text-accent">
        <ShopPicture />
      </div>
      <h2 className="text-xl font-bold">ようこそ</h2>
      <p className="phrased mt-2 max-w-md text-balance text-ink-soft">はじめに、お店の情報を登録しましょう。</p>
      <output className="mt-7 inline-flex items-center gap-2 text-sm text-ink-soft">
        <Spinner className="size-5 text-accent" />
        まもなく移動します…
      </output>
    </div>
  );
}

const ShopPicture = () => (
  <Drawing shadow={70}>
    <path
      d="M34 58h92v46a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4V58Z"
      className="fill-surface stroke-line-strong"
      strokeWidth="2"
    />
    <path
      d={[
        'M30 40h100l8 18a9 9 0 0 1-18 0 9 9 0 0 1-18 0h-1a9.5 9.5 0 0 1-19 0h-4',
        'a9.5 9.5 0 0 1-19 0h-1a9 9 0 0 1-18 0 9 9 0 0 1-18 0l8-18Z',
      ].join('')}
      className="fill-accent-soft stroke-accent"
      strokeWidth="2"
      strokeLinejoin="round"
    />
    <rect x="46" y="76" width="34" height="20" rx="3" className="fill-accent-soft stroke-accent" strokeWidth="2" />
    <path
      d="M92 108V80a4 4 0 0 1 4-4h14a4 4 0 0 1 4 4v28"
      className="fill-surface stroke-line-strong"
      strokeWidth="2"
    />
    <circle cx="109" cy="93" r="1.800" className="fill-line-strong" />
  </Drawing>
);

/** Spec 9: first-time redirect, in milliseconds. */
const redirectAfter = 2000;

type Decision = 'welcome' | 'remember' | 'nothing';

/**
 * Spec 4, First-time flow: welcomes a user without shops who was never led to one; a user with shops does not need it.
 * An administrator who is signed in as the user leaves it to them.
 */
function decide({ id, hasCompletedSetup, impersonation }: User, state: 'shops' | 'empty'): Decision {
  if (hasCompletedSetup || impersonation) return 'nothing';
  if (state === 'shops') return 'remember';
  return firstTimeWizard.wasShown(id) ? 'nothing' : 'welcome';
}

/** Leads a new user to the first shop's form, once. True while the welcome shows. */
function useFirstTime(user: User, shops: Shops): boolean {
  const navigate = useNavigate();
  const { state } = shops;
  // Decided once, when the shops are known, because remembering the decision changes its input.
  const [decision, setDecision] = useState<Decision>();
  if (decision === undefined && (state === 'shops' || state === 'empty')) setDecision(decide(user, state));

  useEffect(() => {
    if (decision === undefined || decision === 'nothing') return;
    firstTimeWizard.markShown(user.id);
    // If the server cannot store it, this device still remembers, and the user does not wait. Storing it twice is
    // harmless.
    callApi(markSetupComplete).catch(() => undefined);
  }, [decision, user.id]);

  useTimeout(() => void navigate(paths.newShopFirstTime), decision === 'welcome' ? redirectAfter : null);

  return decision === 'welcome';
}
