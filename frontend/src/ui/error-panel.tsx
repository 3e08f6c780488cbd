import { CloudOff, RotateCw } from 'lucide-react';
import { ApiFailure, unexpectedText } from '../lib/api-failure';
import { Button } from './button';

interface ErrorPanelProps {
  error: unknown;
  onRetry?: () => void;
  /** The failed action, in the specification's words if it has some. */
  title?: string;
  /** The remedy, if the error's own text does not name it. */
  advice?: string;
  busy?: boolean;
}

/** A failed read: the cause, the remedy, and a button to try again. */
export function ErrorPanel({
  error,
  onRetry,
  title = '情報を取得できませんでした',
  advice,
  busy = false,
}: ErrorPanelProps) {
  const failure = error instanceof ApiFailure ? error : undefined;
  return (
    <div role="alert" className="card flex flex-col items-center px-6 py-10 text-center">
      <span aria-hidden className="mb-4 grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <CloudOff className="size-7" />
      </span>
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-2 max-w-md text-ink-soft">{advice ?? adviceOf(error)}</p>
      {failure?.code === 'UNKNOWN' && <p className="mt-1 text-xs text-ink-soft">エラーコード：{failure.status}</p>}
      {failure?.requestId && <p className="mt-1 text-xs text-ink-soft">お問い合わせ番号：{failure.requestId}</p>}
      {onRetry && (
        <Button
          variant="secondary"
          className="mt-6"
          busy={busy}
          icon={<RotateCw aria-hidden className="size-4" />}
          onClick={onRetry}
        >
          もう一度試す
        </Button>
      )}
    </div>
  );
}

/**
 * What to do about a failed read. A gateway's response has no words for a person: its English ones stay in the
 * failure's message (spec 8).
 */
export const adviceOf = (error: unknown): string => {
  if (!(error instanceof ApiFailure)) return unexpectedText;
  if (error.code !== 'UNKNOWN') return error.message;
  return 'サーバーで問題が起きています。しばらくしてから、もう一度お試しください。';
};
