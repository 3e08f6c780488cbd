import { ChevronRight, Printer } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listDocuments } from '#shared/contract/document';
import type { Document } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { paths } from '../../lib/paths';
import { useCall } from '../../lib/use-call';
import { Button, type ButtonLook, Skeleton, ReadFailure } from '../../ui/basics';
import { DateText, EmptyState, Money } from '../../ui/content';
import { Folded } from '../../ui/disclosure';
import { cardName } from '../payments/card/payment-card';
import { type SearchKeys, DocumentBadges, MarkBadge } from './document-search';
import { Drawing } from '../../ui/drawing';

interface DocumentListProps {
  keys: SearchKeys;
  cursor?: string;
  /** Ids of documents that are shown already. */
  without?: ReadonlySet<string>;
  /** Instead of the usual words if nothing is found. */
  none?: string;
}

/** The documents that a search finds, newest first; further pages follow below when they are asked for. */
export function DocumentList({ keys, cursor, without, none }: DocumentListProps) {
  const [goesOn, setGoesOn] = useState(false);
  const query = { ...keys, ...(cursor !== undefined && { cursor }) };
  const read = useCall(listDocuments, { query }, { again: true });
  const { data, error } = read;
  if (error && !data) return <ReadFailure read={read} title="書類の取得に失敗しました" />;
  if (!data)
    return (
      // The placeholder is as high as the screen, so that nothing visible moves when the first page arrives.
      <div className={cursor === undefined ? 'min-h-dvh' : ''}>
        <Skeleton className="h-20 w-full" />
      </div>
    );
  const { cursor: next } = data;
  const documents = data.documents.filter(({ id }) => !without?.has(id));
  if (documents.length === 0 && next === null && cursor === undefined)
    return none !== undefined ? (
      <p className="text-ink-soft">{none}</p>
    ) : (
      <EmptyState picture={<PaperPicture />} title="書類は見つかりませんでした">
        条件を変えてお試しください。
      </EmptyState>
    );
  return (
    <>
      <FreeFolded items={documents} unit="書類">
        {(some, label) => (
          <ul aria-label={label} className="mb-3">
            {some.map((document, index) => (
              <Row
                key={document.id}
                document={document}
                isFirst={isOfOther(some[index - 1], document)}
                isLast={isOfOther(some[index + 1], document)}
              />
            ))}
          </ul>
        )}
      </FreeFolded>
      {next !== null && !goesOn && (
        <Button variant="secondary" block onClick={() => setGoesOn(true)}>
          さらに表示する
        </Button>
      )}
      {next !== null && goesOn && <DocumentList keys={keys} cursor={next} {...(without && { without })} />}
    </>
  );
}

/** Tells owners to keep their downloads. */
export const KeepingNotice = () => (
  <p className="phrased mt-5 text-sm text-ink-soft">PDFは、データのまま保存してください（電子帳簿保存法）。</p>
);

const monthOf = ({ date }: Document): string => date.slice(0, 7);
/** Whether a neighbour in the list is of another month: those of one month are one card. */
const isOfOther = (neighbour: Document | undefined, document: Document): boolean =>
  neighbour === undefined || monthOf(neighbour) !== monthOf(document);

interface FreeFoldedProps<T> {
  items: readonly T[];
  unit: string;
  children: (items: readonly T[], label: string) => ReactNode;
}

/** Items that asked for nothing, as those of trials do, below the others and folded, unless there are no others. */
export function FreeFolded<T extends { amount: number }>({ items, unit, children }: FreeFoldedProps<T>) {
  const free = items.filter(({ amount }) => amount === 0);
  const others = items.filter(({ amount }) => amount !== 0);
  if (items.length === 0) return null;
  if (free.length === 0 || others.length === 0) return children(items, unit);
  return (
    <>
      {children(others, unit)}
      <Folded label={`0円の${unit}（${free.length}件）`} className="mt-3">
        <div className="text-base">{children(free, `0円の${unit}`)}</div>
      </Folded>
    </>
  );
}

const Row = ({ document, isFirst, isLast }: { document: Document; isFirst: boolean; isLast: boolean }) => {
  const { id, storeId, storeName, date, amount, number, state, mark } = document;
  return (
    <li>
      {isFirst && (
        <h2 className="mt-5 mb-2 text-sm font-semibold text-ink-soft tabular-nums">
          {Number(date.slice(0, 4))}年{Number(date.slice(5, 7))}月
        </h2>
      )}
      <RowLink
        to={paths.document(storeId, id)}
        className={`${isFirst ? '' : '-mt-px rounded-t-none'} ${isLast ? '' : 'rounded-b-none'}`}
      >
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-sm text-ink-soft">
            <DateText day={date} form="day" />
          </span>
          {/* Most are paid, which their last line says. */}
          {state === 'paid' ? <MarkBadge mark={mark} /> : <DocumentBadges state={state} mark={mark} />}
        </span>
        <span className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <span className="named min-w-0 flex-1 basis-[8rem] font-semibold">{storeName}</span>
          <Money className={`ml-auto text-lg ${state === 'void' ? 'text-ink-soft' : 'font-semibold'}`} yen={amount} />
        </span>
        <span className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
          <span className="break-all">{number}</span>
          <PaidLine document={document} day={date} />
        </span>
      </RowLink>
    </li>
  );
};

/** How a paid invoice was paid if no card did. */
export const otherwisePaid = '現金・振込';

type Paid = Pick<Document, 'paidAt' | 'card' | 'amount' | 'total' | 'state'>;

/**
 * How an invoice was paid, when if that was not `day`, which its row shows, and what it came to if another amount was
 * charged, so that it is found on a card's statement; nothing while it is not paid, or if it asks for nothing.
 */
export function PaidLine({ document: { paidAt, card, amount, total, state }, day }: { document: Paid; day: string }) {
  if (state !== 'paid' || paidAt === null || (amount === 0 && total === 0)) return null;
  return (
    <span className="block text-sm text-ink-soft">
      お支払い {(amount === 0 || isoDayInJapan(paidAt) !== day) && <DateText unix={paidAt} />}{' '}
      {amount > 0 && <span className="inline-block">{card ? cardName(card) : otherwisePaid}</span>}
      {amount !== total && (
        <>
          （合計 <Money yen={total} />）
        </>
      )}
    </span>
  );
}

/** Prints the screen. */
export const PrintButton = (look: ButtonLook & { className?: string }) => (
  <Button {...look} Icon={Printer} onClick={() => window.print()}>
    印刷する
  </Button>
);

interface RowLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** One entry of a list as a card that leads to its own screen. */
export const RowLink = ({ to, className = '', children }: RowLinkProps) => (
  <Link to={to} className={`card flex items-center gap-3 p-4 transition-colors hover:bg-sunken sm:p-5 ${className}`}>
    <span className="min-w-0 flex-1">{children}</span>
    <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft print:hidden" />
  </Link>
);

/** A drawing of an invoice with three rings above it. */
export const PaperPicture = () => (
  <Drawing shadow={48}>
    <path
      d="M52 40h40l16 16v46a4 4 0 0 1-4 4H52a4 4 0 0 1-4-4V44a4 4 0 0 1 4-4Z"
      className="fill-surface stroke-line-strong"
      strokeWidth="2"
    />
    <path d="M92 40v12a4 4 0 0 0 4 4h12Z" className="fill-accent-soft stroke-accent" strokeWidth="2" />
    <path d="M58 66h28M58 76h40M58 86h20" className="stroke-line-strong" strokeWidth="2" strokeLinecap="round" />
    <rect x="84" y="86" width="16" height="10" rx="3" className="fill-accent-soft stroke-accent" strokeWidth="2" />
  </Drawing>
);
