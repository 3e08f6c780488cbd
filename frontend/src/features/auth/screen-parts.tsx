import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, type ComponentProps, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { AuthHeading } from '../../ui/page';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/basics';

const looks = {
  success: { Icon: CircleCheck, className: 'bg-success-soft text-success' },
  danger: { Icon: CircleX, className: 'bg-sunken text-ink-soft' },
} as const;

type ResultViewProps = { tone: keyof typeof looks; title: string; children: ReactNode };

/** The outcome of a process, shown as the whole content of a card. */
export function ResultView({ tone, title, children }: ResultViewProps) {
  const { Icon, className } = looks[tone];
  return (
    <div className="fade-in text-center" role={tone === 'danger' ? 'alert' : 'status'}>
      <span aria-hidden className={`mb-5 inline-grid size-16 place-items-center rounded-full ${className}`}>
        <Icon className="size-9" strokeWidth={1.75} />
      </span>
      <AuthHeading title={title} />
      <div className="-mt-4">{children}</div>
    </div>
  );
}

type LeaveLinkProps = Partial<Pick<ComponentProps<typeof ButtonLink>, 'to' | 'children' | 'reloadDocument'>>;

/** The way out at the end of a signed-out screen; by default to the login. */
export const LeaveLink = ({ to = paths.login, children = 'ログイン画面に戻る', ...rest }: LeaveLinkProps) => (
  <div className="mt-3 -mb-3">
    <ButtonLink {...rest} to={to} variant="quiet" block>
      {children}
    </ButtonLink>
  </div>
);

/**
 * The token of the mailed link that led here; empty without one. It is removed from the address and the browser's
 * history.
 */
export function useLinkToken(): string {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const given = query.get('token');
  const [token, setToken] = useState(given ?? '');
  if (given && given !== token) setToken(given);
  useEffect(() => {
    if (given !== null) void navigate(pathname, { replace: true });
  }, [given, pathname, navigate]);
  return token;
}

/** For the screens of mailed links: no request reveals the address, which has the token. */
export const NoReferrer = () => <meta name="referrer" content="no-referrer" />;
