import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { isPrefecture } from '#shared/model/address';

/** What spec 8 asks to be said of a lookup. */
const postalTexts = {
  notFound: '郵便番号が見つかりません。正しい7桁の郵便番号を入力してください。',
  failed: '住所の検索中にエラーが発生しました。もう一度お試しください。',
  filled: '住所を自動入力しました。',
} as const;

/** The part of the lookup's answer that is read (spec 7, External). */
const answerSchema = z.object({
  results: z.nullable(z.array(z.object({ address1: z.string(), address2: z.string(), address3: z.string() }))),
});

export interface FoundAddress {
  state: string;
  /** City, ward and town, joined as they are written. */
  line1: string;
  /** The same in its two parts. */
  city: string;
  town: string;
}

/**
 * Asks the public lookup for a postal code of 7 digits; undefined where it knows none. Throws where it cannot be
 * asked.
 */
async function lookUpPostalCode(
  lookupUrl: string,
  code: string,
  signal?: AbortSignal,
): Promise<FoundAddress | undefined> {
  const url = new URL(lookupUrl);
  url.searchParams.set('zipcode', code);
  const response = await fetch(url, { ...(signal && { signal }), credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`postal lookup: ${response.status}`);
  const found = answerSchema.parse(await response.json()).results?.[0];
  if (!found || !isPrefecture(found.address1)) return undefined;
  return {
    state: found.address1,
    line1: `${found.address2}${found.address3}`,
    city: found.address2,
    town: found.address3,
  };
}

export interface PostalLookup {
  tone: 'idle' | 'busy' | 'filled' | 'failed';
  message: string;
}

/** Looks a postal code up once it has seven digits. The answer to an older code is ignored. */
export function usePostalLookup(
  lookupUrl: string | undefined,
  fill: (address: FoundAddress) => void,
): { lookup: PostalLookup; look: (code: string) => Promise<void> } {
  const [lookup, setLookup] = useState<PostalLookup>({ tone: 'idle', message: '' });
  const current = useRef<AbortController>(undefined);

  const look = async (code: string): Promise<void> => {
    current.current?.abort();
    if (!/^[0-9]{7}$/.test(code) || !lookupUrl) {
      setLookup({ tone: 'idle', message: '' });
      return;
    }
    const controller = new AbortController();
    current.current = controller;
    setLookup({ tone: 'busy', message: '住所を検索しています…' });
    try {
      const found = await lookUpPostalCode(lookupUrl, code, controller.signal);
      if (controller.signal.aborted) return;
      if (found) fill(found);
      setLookup(
        found ? { tone: 'filled', message: postalTexts.filled } : { tone: 'failed', message: postalTexts.notFound },
      );
    } catch {
      if (!controller.signal.aborted) setLookup({ tone: 'failed', message: postalTexts.failed });
    }
  };
  return { lookup, look };
}
