import { useId, type ReactNode } from 'react';
import { ArrowRight, type LucideIcon, Phone, Check } from 'lucide-react';
import { yen as format } from '#shared/numbers';
import { longDate, longDateTime, monthAndDay, shortDate } from '../lib/format';

interface CardProps {
  title?: ReactNode;
  /** Names the section where what is in it says the title. */
  'aria-label'?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** A titled section on its own surface. */
export function Card({ title, description, actions, children, className = '', ...label }: CardProps) {
  const id = useId();
  const across = description ? 'items-start' : 'items-center';
  return (
    <section {...label} aria-labelledby={title ? id : undefined} className={`card p-5 sm:p-7 ${className}`}>
      {(title || actions) && (
        <div className={`mb-4 flex flex-wrap justify-between gap-x-4 gap-y-2 ${across}`}>
          <div className="min-w-0 flex-1 basis-30">
            {title && (
              <h2 id={id} className="text-lg leading-snug font-semibold">
                {title}
              </h2>
            )}
            {description && <p className="mt-1 text-sm text-ink-soft">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

interface DetailRowProps {
  label: string;
  /** In a dialog or a half column: short names. */
  narrow?: boolean;
  /** Leads to where the value was chosen. */
  onChange?: (() => void) | undefined;
  /** What the value is made of, over the whole width. */
  below?: ReactNode;
  children: ReactNode;
}

/** A label and its value, side by side; for a `<dl className="divide-y divide-line">`. */
export const DetailRow = ({ label, narrow = false, onChange, below, children }: DetailRowProps) => (
  <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
    <dt className={`text-sm text-ink-soft ${narrow ? 'w-[6rem]' : 'w-[6.5rem] sm:w-[9rem]'}`}>{label}</dt>
    {/* Below its label where large text leaves too little beside it. */}
    <dd className="phrased min-w-0 flex-1 basis-[8rem] break-words whitespace-pre-line">
      {onChange && <ChangeButton what={label} className="float-right ml-2" onClick={onChange} />}
      {children}
    </dd>
    {below && <dd className="basis-full">{below}</dd>}
  </div>
);

interface ChangeButtonProps {
  what: string;
  className?: string;
  onClick: () => void;
}

/** 修正, beside what was chosen. */
export const ChangeButton = ({ what, className = '', onClick }: ChangeButtonProps) => (
  <button
    type="button"
    aria-label={`${what}を修正`}
    onClick={onClick}
    className={`quiet-link -my-2.5 -mr-2 px-2 ${className}`}
  >
    修正
  </button>
);

interface DetailListProps {
  rows: Readonly<Record<string, ReactNode>>;
  narrow?: boolean;
  /** In a frame of its own and narrow, as in a dialog; otherwise it fills a card. */
  framed?: boolean;
}

/** Labels and values. Rows without a value are left out. */
export const DetailList = ({ rows, framed = false, narrow = framed }: DetailListProps) => (
  <dl className={`divide-y divide-line ${framed ? 'rounded-field border border-line px-4' : '-my-2.5'}`}>
    {Object.entries(rows)
      .filter(([, value]) => value !== '' && value !== null && value !== undefined)
      .map(([label, value]) => (
        <DetailRow key={label} label={label} narrow={narrow}>
          {value}
        </DetailRow>
      ))}
  </dl>
);

interface FactProps {
  label: ReactNode;
  className?: string;
  look?: string;
  children: ReactNode;
}

/** A label above its value, one of a few in a `<dl>`. */
export const Fact = ({ label, className, look, children }: FactProps) => (
  <div className={className}>
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className={look}>{children}</dd>
  </div>
);

const forms = { long: longDate, day: monthAndDay, short: shortDate, minute: longDateTime } as const;

type DateTextProps = { form?: keyof typeof forms } & (
  | { /** Unix seconds, as the payment provider gives them. */ unix: number }
  | { /** ISO 8601, as the record system gives it; null or empty if it has none. */ iso: string | null }
  | { /** A calendar day in Japan by ISO 8601: `2026-11-21`. */ day: string }
);

/**
 * A day in Japan: 2026年11月21日, or 2026/11/21 in `short`, 11月21日 in `day`; with the time in `minute`. A text that is
 * not a time is shown unchanged.
 */
export function DateText({ form = 'long', ...when }: DateTextProps) {
  if ('unix' in when) return <Time ms={when.unix * 1000} form={form} />;
  const iso = 'day' in when ? `${when.day}T00:00:00+09:00` : when.iso;
  if (!iso) return <span>—</span>;
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? <span>{iso}</span> : <Time ms={ms} form={form} />;
}

const Time = ({ ms, form }: { ms: number; form: keyof typeof forms }) => (
  <time dateTime={new Date(ms).toISOString()} className="whitespace-nowrap tabular-nums">
    {forms[form](ms)}
  </time>
);

/** An amount of yen, tax included unless the place says otherwise. */
export const Money = ({ yen, className = '' }: { yen: number; className?: string }) => (
  <span className={`whitespace-nowrap tabular-nums ${className}`}>{format(yen)}</span>
);

interface FromToProps {
  from: ReactNode;
  to: ReactNode;
  className?: string;
}

/** What changes: `5台 → 6台`. */
export const FromTo = ({ from, to, className = '' }: FromToProps) => (
  <span className="inline-flex items-center gap-2 tabular-nums">
    <span className="font-normal text-ink-soft">{from}</span>
    <ArrowRight aria-hidden className="size-4 text-ink-soft" />
    <span className="sr-only">から</span>
    <strong className={className}>{to}</strong>
    <span className="sr-only">へ</span>
  </span>
);

/**
 * Numbers with their units, as 1-2-3 or 3営業日, are never broken over two lines; a postal code has one to itself.
 */
export const Unbroken = ({ text }: { text: string }) =>
  text
    .replace(/^(〒\S+) /, '$1\n')
    .split(/(\d+(?:-\d+)+|[\d〜]+(?:営業日|週間|日|円)(?:以内|前)?)/)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <span key={index} className="whitespace-nowrap">
          {part}
        </span>
      ),
    );

/** `alarm` is the loudest; `outline` and `solid` are quiet grounds for states that must differ from `neutral`. */
export type Tone = 'accent' | 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'alarm' | 'outline' | 'solid';

const tones: Record<Tone, string> = {
  accent: 'bg-accent-soft text-accent-ink',
  neutral: 'bg-ink/8 text-ink-soft',
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  alarm: 'bg-danger-solid text-on-danger',
  outline: 'text-ink-soft ring-1 ring-line-strong ring-inset',
  solid: 'bg-ink-soft text-surface',
};

const shape = 'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs leading-[1.25rem] font-semibold';

/** A state, in one or two words. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${shape} ${tones[tone]}`}>{children}</span>;
}

/** How a status is shown: a word, a colour and a sign, so that none of them is needed to understand it. */
export interface StatusLook {
  label: string;
  tone: Tone;
  Icon: LucideIcon;
}

export const StatusBadge = ({ look: { label, tone, Icon } }: { look: StatusLook }) => (
  <Badge tone={tone}>
    <Icon aria-hidden className="size-3.5" />
    {label}
  </Badge>
);

interface EmptyStateProps {
  /** A decorative drawing, hidden from screen readers. */
  picture?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown in place of an empty list: why it is empty, and what to do. */
export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="card fade-in flex flex-col items-center px-6 py-12 text-center">
      {picture && (
        <div aria-hidden className="mb-6 text-accent">
          {picture}
        </div>
      )}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="phrased mt-2 max-w-md text-balance text-ink-soft">{children}</div>}
      {action && <div className="mt-7">{action}</div>}
    </div>
  );
}

interface ContactLineProps {
  /** Nothing is shown until it is known. */
  contact: { company: string; telephone: string; hours: string } | undefined;
  className?: string;
}

/** Whom to call: company, telephone, hours. Stands below a text that names the staff (担当者). */
export const ContactLine = ({ contact, className = '' }: ContactLineProps) =>
  contact && (
    <address className={`flex gap-2.5 text-sm text-ink-soft not-italic ${className}`}>
      <Phone aria-hidden className="mt-1 size-4 shrink-0" />
      <span className="min-w-0">
        担当者の連絡先：<span className="inline-block">{contact.company}</span>
        <span className="block">
          <a
            className="font-semibold whitespace-nowrap text-accent-ink underline"
            href={`tel:${contact.telephone.replaceAll('-', '')}`}
          >
            {contact.telephone}
          </a>
          （{contact.hours}）
        </span>
      </span>
    </address>
  );

interface NextStepsProps {
  steps: readonly { text: string; by?: string; state: 'done' | 'current' | 'later' }[];
  title?: string;
  className?: string;
}

const dots = {
  done: 'bg-accent text-on-accent',
  current: 'border-4 border-accent-soft bg-accent',
  later: 'border-[5px] border-transparent bg-line-strong/60 bg-clip-padding',
} as const;

/** What happens next, one line a step with its day, from top to bottom. */
export const NextSteps = ({ steps, title, className }: NextStepsProps) => (
  <div className={className}>
    {title && <h3 className="mb-3 font-semibold">{title}</h3>}
    <ol aria-label={title ?? '次の流れ'} className="space-y-2.5 text-sm">
      {steps.map(({ text, by, state }) => (
        <li
          key={text}
          aria-current={state === 'current' ? 'step' : undefined}
          className={[
            'relative flex gap-2.5 not-last:before:absolute not-last:before:top-5 not-last:before:left-2',
            'not-last:before:-bottom-2.5 not-last:before:w-px not-last:before:bg-line',
          ].join(' ')}
        >
          <span aria-hidden className={`mt-0.5 grid size-4 shrink-0 place-items-center rounded-full ${dots[state]}`}>
            {state === 'done' && <Check strokeWidth={4} className="size-2.5" />}
          </span>
          <span className={`phrased min-w-0 ${state === 'current' ? 'font-semibold' : 'text-ink-soft'}`}>
            <span className="mr-2">{text}</span>
            {by && <span className="inline-block font-normal tabular-nums">{by}</span>}
          </span>
        </li>
      ))}
    </ol>
  </div>
);
