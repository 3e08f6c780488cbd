import { useDeferredValue, useRef, useState } from 'react';
import { usePages } from './use-pages';

/** Converts full-width letters and digits, which a Japanese keyboard types. */
const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** A long list that is searched while one types and shown a page at a time. `textOf`: what an item is found by. */
export function useFinder<Item>(items: readonly Item[], textOf: (item: Item) => string, pageSize: number) {
  const [typed, setTyped] = useState('');
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
