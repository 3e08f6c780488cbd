import { useEffect } from 'react';
import { productName } from '../text/brand';

/** The document's title while a screen is shown: "店舗選択 | Revonizer". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | ${productName}`;
  }, [title]);
}
