import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiFailure, unexpectedText } from '../lib/api-failure';
import { Alert, Button } from './basics';

/**
 * What to do about a failed read. A gateway's response has no words for a person: its English ones stay in the
 * failure's message (spec 8).
 */
const adviceOf = (error: unknown): string => {
  if (!(error instanceof ApiFailure)) return unexpectedText;
  if (error.code !== 'UNKNOWN') return error.message;
  return 'サーバーで問題が起きています。しばらくしてから、もう一度お試しください。';
};

/** A failed read, as `useCall` returns it. */
interface Read {
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

/** A failed read in place of a screen: the cause, the remedy, and a button to try again. */
export function ReadFailure({ read, title = '情報を取得できませんでした', advice }: FailureProps) {
  const failure = read.error instanceof ApiFailure ? read.error : undefined;
  return (
    <div role="alert" className="card flex flex-col items-center px-6 py-10 text-center">
      <span aria-hidden className="mb-4 grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <CloudOff className="size-7" />
      </span>
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-2 max-w-md text-ink-soft">{advice ?? adviceOf(read.error)}</p>
      {failure?.code === 'UNKNOWN' && <p className="mt-1 text-xs text-ink-soft">エラーコード：{failure.status}</p>}
      {failure?.requestId && <p className="mt-1 text-xs text-ink-soft">お問い合わせ番号：{failure.requestId}</p>}
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
  <Alert live tone="warning" title={title} className={className}>
    <p>{children ?? adviceOf(read.error)}</p>
    <Button variant="secondary" size="sm" className="mt-3" busy={read.isValidating} onClick={() => void read.mutate()}>
      もう一度試す
    </Button>
  </Alert>
);

interface ReadStatesProps<Data> {
  read: Read & { data?: Data | undefined };
  /** The title if the read fails, in the specification's words if it has some. */
  failed: string;
  /** Shown while it is being read. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What was read; before that, its placeholder or its failure. */
export function ReadStates<Data>({ read, failed, skeleton, children }: ReadStatesProps<Data>) {
  if (read.data !== undefined) return children(read.data);
  return read.error ? <ReadFailure read={read} title={failed} /> : skeleton;
}
