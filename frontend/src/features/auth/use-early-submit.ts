import { useEffect } from 'react';

/** Sends the form if it was submitted before the page could do that (`public/first.js` has noted it). */
export function useEarlySubmit(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset['submitted'] === undefined) return;
    delete dataset['submitted'];
    document.querySelector('form')?.requestSubmit();
  }, []);
}
