import { useDeferredValue, useRef, useState, type MouseEvent } from 'react';
import { ChevronLeft, ChevronRight, Search } from 'lucide-react';
import { Button } from './basics';
import { TextField } from './text-field';

/** Converts full-width letters and digits, which a Japanese keyboard types. */
const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

interface EntryState {
  kept?: Readonly<Record<string, unknown>>;
}

/**
 * State of a screen that its entry in the browser's history keeps: whoever comes back finds the list as they left it.
 * The router's own state of the entry stays.
 */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(
    () => ((window.history.state as EntryState | null)?.kept?.[name] as Value | undefined) ?? initial,
  );
  const keep = (next: Value): void => {
    const state = window.history.state as EntryState | null;
    window.history.replaceState({ ...state, kept: { ...state?.kept, [name]: next } }, '');
    setValue(next);
  };
  return [value, keep];
}

/** A long list that is searched while one types and shown a page at a time. `textOf`: what an item is found by. */
export function useFinder<Item>(items: readonly Item[], textOf: (item: Item) => string, pageSize: number) {
  const [typed, setTyped] = useKept('search', '');
  const wanted = plain(useDeferredValue(typed));
  const found = wanted === '' ? items : items.filter((item) => plain(textOf(item)).includes(wanted));
  const pages = usePages(found, pageSize);
  const list = useRef<HTMLUListElement>(null);
  return {
    typed,
    search: (text: string): void => {
      setTyped(text);
      pages.open(0);
    },
    /** A text was typed: the pages hold only what it finds. */
    searching: wanted !== '',
    pages,
    /** The list's element: another page is shown from its beginning. */
    list,
    openPage: (page: number): void => {
      pages.open(page);
      list.current?.scrollIntoView({ block: 'start' });
    },
  };
}

type PagerProps = { pages: Omit<ReturnType<typeof usePages>, 'items'>; label: string; unit?: string };

/** The range that is shown, with buttons for the other pages. Renders nothing if there is only one page. */
export function Pager({ pages, label, unit = '台' }: PagerProps) {
  if (pages.pageCount === 1) return null;
  const open = (page: number) => (event: MouseEvent<HTMLElement>) => {
    pages.open(page);
    // At the first and last page the pressed button is disabled, which would lose the focus.
    if (page === 0 || page === pages.pageCount - 1) event.currentTarget.closest('nav')?.focus({ preventScroll: true });
  };
  return (
    <nav
      aria-label={label}
      tabIndex={-1}
      className="mt-4 flex flex-wrap items-center justify-between gap-3 outline-none"
    >
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
          Icon={ChevronLeft}
          onClick={open(pages.page - 1)}
        >
          前へ
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={pages.page === pages.pageCount - 1}
          onClick={open(pages.page + 1)}
        >
          次へ
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  );
}

/**
 * A long list a page at a time, so that it stays as quick with 500 as with 5. A list that got shorter opens its last
 * page. `name` is needed if a screen has several.
 */
export function usePages<Item>(list: readonly Item[], pageSize: number, name = '') {
  const [wanted, setWanted] = useKept(`page ${name}`, 0);
  const pageCount = Math.max(1, Math.ceil(list.length / pageSize));
  const page = Math.min(wanted, pageCount - 1);
  const items = list.slice(page * pageSize, (page + 1) * pageSize);
  return {
    /** The entries of the current page. */
    items,
    /** Number of the first and last of them, from 1. */
    from: page * pageSize + 1,
    to: page * pageSize + items.length,
    total: list.length,
    page,
    pageCount,
    open: setWanted,
  };
}

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (typed: string) => void;
}

/** A field whose text narrows down a list while it is typed; its label stands in it. */
export const SearchField = ({ label, value, onSearch }: SearchFieldProps) => (
  <div className="relative [&_:has(>label)]:sr-only [&_input]:pr-11">
    <TextField
      label={label}
      type="search"
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onSearch(event.target.value)}
    />
    <Search aria-hidden className="pointer-events-none absolute right-3.5 bottom-3.5 size-5 text-ink-soft" />
  </div>
);

/** In place of a list in which a search finds nothing. */
export const NothingFound = ({ children }: { children: string }) => (
  <p className="rounded-card border border-line bg-surface px-5 py-10 text-center text-ink-soft">{children}</p>
);
