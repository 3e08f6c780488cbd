import { useState } from 'react';

export interface Pages<Item> {
  /** The entries of the current page. */
  items: readonly Item[];
  /** Number of the first and last of them, from 1. */
  from: number;
  to: number;
  total: number;
  page: number;
  pageCount: number;
  open: (page: number) => void;
}

/**
 * A long list a page at a time, so that it stays as quick with 500 as with 5. A list that got shorter opens its last
 * page.
 */
export function usePages<Item>(list: readonly Item[], pageSize: number): Pages<Item> {
  const [wanted, setWanted] = useState(0);
  const pageCount = Math.max(1, Math.ceil(list.length / pageSize));
  const page = Math.min(wanted, pageCount - 1);
  const items = list.slice(page * pageSize, (page + 1) * pageSize);
  return {
    items,
    from: page * pageSize + 1,
    to: page * pageSize + items.length,
    total: list.length,
    page,
    pageCount,
    open: setWanted,
  };
}
