import { CircleAlert, CircleCheck, CloudOff, Info, RotateCw, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { ApiFailure, unexpectedText } from '../lib/api';
import './last-used';

export interface ButtonLook {
  variant?: keyof typeof variants;
  /** sm 44px high, md 48px, lg 56px: never below the smallest comfortable touch target. */
  size?: 'sm' | 'md' | 'lg';
  Icon?: LucideIcon;
  /** Takes the full width of its container. */
  block?: boolean;
}

const outlined = 'border border-line-strong/60 bg-surface hover:border-line-strong hover:bg-sunken';

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover shadow-card',
  secondary: `${outlined} text-ink`,
  danger: 'bg-danger-solid text-on-danger hover:bg-danger-solid-hover shadow-card',
  /** Something dangerous beside a safer way, or that a dialog asks about first. */
  dangerQuiet: `${outlined} text-danger`,
  quiet: 'text-accent-ink hover:bg-accent-soft',
  /** One of the solid ones that cannot be pressed yet; its words can still be read. */
  off: 'bg-ink/8 text-ink-soft',
} as const;

const iconSizes = { sm: 'size-4', md: 'size-5', lg: 'size-5' } as const;
const sizes = { sm: 'min-h-11 px-4 text-sm', md: 'min-h-12 px-5', lg: 'min-h-14 px-7 text-lg' } as const;

function buttonClasses({ variant = 'primary', size = 'md', block }: ButtonLook): string {
  return [
    'relative inline-flex items-center justify-center gap-2 rounded-field py-2',
    'text-center leading-snug font-semibold transition-colors select-none',
    'disabled:pointer-events-none aria-disabled:pointer-events-none',
    variants[variant],
    sizes[size],
    block ? 'w-full' : '',
  ].join(' ');
}

/**
 * A pressed button leaves the focus in a field, also of the payment provider's frame: one that validates on blur would
 * move the button away from under the pointer, and the click would be lost. A submit checks every field anyway; the
 * keyboard is not affected.
 */
export const keepFocus = (event: { preventDefault: () => void }): void => {
  if (document.activeElement?.matches('input, textarea, select, iframe')) event.preventDefault();
};

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** At work: keeps its width and the focus, which `disabled` would lose; takes no second press. */
    busy?: boolean;
    /** False while a second press of the step before may still come (`useSteps`): it waits in its full colour. */
    settled?: boolean;
  };

/** A button. It submits a form only with `type="submit"`. */
export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  settled = true,
  disabled = false,
  Icon,
  block = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const off = disabled && !busy && (variant === 'primary' || variant === 'danger');
  const look = busy ? 'disabled:opacity-80' : disabled && !off ? 'opacity-50' : '';
  return (
    // oxlint-disable-next-line react/button-has-type -- one of the three by its type
    <button
      onMouseDown={keepFocus}
      {...rest}
      type={type}
      disabled={disabled || !settled}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={`${buttonClasses({ variant: off ? 'off' : variant, size, block })} ${look} ${className}`}
    >
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={`inline-flex items-center justify-center gap-2 ${busy ? 'opacity-0' : ''}`}>
        {Icon && <Icon aria-hidden className={iconSizes[size]} />}
        {children}
      </span>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  size = 'md',
  Icon,
  block = false,
  className = '',
  children,
  ...rest
}: ButtonLook & LinkProps) {
  return (
    <Link
      data-print="no"
      onMouseDown={keepFocus}
      {...rest}
      className={`${buttonClasses({ variant, size, block })} ${className}`}
    >
      {Icon && <Icon aria-hidden className={iconSizes[size]} />}
      {children}
    </Link>
  );
}

interface SpinnerProps {
  /** Text for screen readers. Leave it out if the text beside the spinner says the same. */
  label?: string | undefined;
  className?: string;
}

/** Shows that something is loading whose shape is not known. */
export function Spinner({ label, className = 'size-5' }: SpinnerProps) {
  return (
    <span className="inline-flex">
      <svg viewBox="0 0 24 24" fill="none" aria-hidden className={`animate-spin ${className}`}>
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.2" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label && <output className="sr-only">{label}</output>}
    </span>
  );
}

const looks = {
  info: { colours: 'border-info/25 bg-info-soft text-info', Icon: Info },
  success: { colours: 'border-success/25 bg-success-soft text-success', Icon: CircleCheck },
  warning: { colours: 'border-warning/25 bg-warning-soft text-warning', Icon: TriangleAlert },
  danger: { colours: 'border-danger/25 bg-danger-soft text-danger', Icon: CircleAlert },
  /** A part of the screen that could not be read; amber is for what is owed. */
  unread: { colours: 'border-line bg-sunken text-ink', Icon: CloudOff },
} as const;

interface AlertProps {
  tone: keyof typeof looks;
  title?: string;
  /**
   * For an alert that appears as the result of an action. A screen reader interrupts itself for a problem, and reads
   * anything else next. Content that is on the screen from the start is read at its place.
   */
  live?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}

/** A message of the screen itself: a state that the user has to know, or the outcome of an action. */
export function Alert({ tone, title, live = false, className = '', children }: AlertProps) {
  const { colours, Icon } = looks[tone];
  const liveRole = tone === 'info' || tone === 'success' ? 'status' : 'alert';
  return (
    <div
      role={live ? liveRole : 'note'}
      className={`flex gap-3 rounded-field border px-4 py-3 ${colours} ${className}`}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="phrased font-semibold">{title}</p>}
        {children && (
          <div className={`text-sm text-pretty ${title ? 'mt-0.5 text-ink' : 'font-medium'}`}>{children}</div>
        )}
      </div>
    </div>
  );
}

const widths = ['w-11/12', 'w-3/4', 'w-5/6', 'w-2/3'] as const;

interface SkeletonProps {
  lines?: number;
  /** Size and shape of one block instead, e.g. `h-40 w-full`. */
  className?: string;
  label?: string;
}

/** A placeholder with the shape of the content that loads. Screen readers read its label once. */
export function Skeleton({ lines, className, label = '読み込み中' }: SkeletonProps) {
  if (lines === undefined) return <SkeletonBlock className={className} />;
  return (
    <div aria-busy className={`fade-in-late space-y-3 ${className ?? ''}`}>
      <output className="sr-only">{label}</output>
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonBlock key={line} className={`h-4 ${widths[line % widths.length]}`} />
      ))}
    </div>
  );
}

const SkeletonBlock = ({ className = 'h-4 w-full' }: { className?: string | undefined }) => (
  <div aria-hidden className={`animate-pulse rounded-md bg-ink/8 ${className}`} />
);

/**
 * What to do about a failed read. A gateway's response has no words for a person: its English ones stay in the
 * failure's message (spec 8).
 */
const adviceOf = (error: unknown): string => {
  if (!(error instanceof ApiFailure)) return unexpectedText;
  if (error.code === 'NETWORK') return '通信環境をご確認ください。';
  // That the whole service is down would be more than a screen knows.
  if (error.code !== 'UNKNOWN' && error.code !== 'SERVICE_UNAVAILABLE') return error.message;
  return 'しばらくしてから、もう一度お試しください。';
};

/** A failed read, as `useCall` returns it. */
export interface Read {
  error?: unknown;
  isValidating: boolean;
  mutate: () => unknown;
}

interface FailureProps {
  read: Read;
  /** The failed action, in the specification's words if it has some. */
  title?: string;
  /** The remedy, if the error's own text does not name it. */
  advice?: string;
}

/** The sign above what could not be shown. */
export const FailureSign = ({ Icon }: { Icon: LucideIcon }) => (
  <span aria-hidden className="grid size-14 place-items-center rounded-full bg-sunken text-ink-soft">
    <Icon className="size-7" />
  </span>
);

/** A failed read in place of a screen: the cause, the remedy, and a button to try again. */
export function ReadFailure({ read, title = '情報を取得できませんでした', advice }: FailureProps) {
  const failure = read.error instanceof ApiFailure ? read.error : undefined;
  return (
    <div role="alert" className="card flex flex-col items-center px-6 py-12 text-center">
      <FailureSign Icon={CloudOff} />
      <h2 className="mt-4 text-lg font-semibold">{title}</h2>
      <p className="phrased mt-2 max-w-md text-balance text-ink-soft">
        {/* Centred lines break after a comma or full stop. */}
        {(advice ?? adviceOf(read.error)).split(/(?<=[、。])/).map((clause) => (
          <span key={clause} className="inline-block">
            {clause}
          </span>
        ))}
      </p>
      {failure?.code === 'UNKNOWN' && <p className="mt-3 text-sm text-ink-soft">エラーコード：{failure.status}</p>}
      {failure?.requestId && <p className="mt-3 text-sm text-ink-soft">お問い合わせ番号：{failure.requestId}</p>}
      <Button variant="secondary" className="mt-6" busy={read.isValidating} onClick={() => void read.mutate()}>
        <RotateCw aria-hidden className="size-4" />
        もう一度試す
      </Button>
    </div>
  );
}

interface PartFailureProps {
  read: Read;
  title: string;
  className?: string;
  /** What the failure means here; by default the error's own words. */
  children?: ReactNode;
}

/** A failed read of a part of a screen or dialog, whose rest can be used; `ReadFailure` takes a screen's place. */
export const PartFailure = ({ read, title, className, children }: PartFailureProps) => (
  <Alert live tone="unread" title={title} className={className}>
    <p>{children ?? adviceOf(read.error)}</p>
    <Button variant="secondary" size="sm" className="mt-3" busy={read.isValidating} onClick={() => void read.mutate()}>
      もう一度試す
    </Button>
  </Alert>
);
