import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button';
import type { Pages } from './use-pages';

/** The range that is shown, with buttons for the other pages. Renders nothing if there is only one page. */
export function Pager({ pages, label, unit = '台' }: { pages: Pages<unknown>; label: string; unit?: string }) {
  if (pages.pageCount === 1) return null;
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
        {pages.total}
        {unit}中 {pages.from}〜{pages.to}
        {unit}目
      </p>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={pages.page === 0}
          icon={<ChevronLeft aria-hidden className="size-4" />}
          onClick={() => pages.open(pages.page - 1)}
        >
          前へ
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={pages.page === pages.pageCount - 1}
          onClick={() => pages.open(pages.page + 1)}
        >
          次へ
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  );
}
