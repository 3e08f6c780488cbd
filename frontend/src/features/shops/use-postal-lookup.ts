import { useState } from 'react';
import useSWR from 'swr';
import * as z from 'zod/mini';
import { getConfig } from '#shared/contract/platform';
import { isPrefecture } from '#shared/model/address';
import { useCall } from '../../lib/use-call';

/** Spec 8's texts for a lookup. */
const postalTexts = {
  notFound: '郵便番号が見つかりません。正しい7桁の郵便番号を入力してください。',
  failed: '住所の検索中にエラーが発生しました。もう一度お試しください。',
  filled: '住所を自動入力しました。',
} as const;

/** The used part of the lookup's response (spec 7, External). */
const responseSchema = z.object({
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

/** Looks up a postal code of 7 digits; null if it is unknown. Throws if the lookup cannot be reached. */
async function lookUpPostalCode(lookupUrl: string, code: string): Promise<FoundAddress | null> {
  const url = new URL(lookupUrl);
  url.searchParams.set('zipcode', code);
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`postal lookup: ${response.status}`);
  const found = responseSchema.parse(await response.json()).results?.[0];
  if (!found || !isPrefecture(found.address1)) return null;
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

/**
 * Looks up a postal code once it has seven digits, and gives the address to `fill`. The response for an older code is
 * ignored, and so is one that comes after the address was `typed`. A code typed before the stage's configuration has
 * arrived is looked up when it arrives.
 */
export function usePostalLookup(fill: (address: FoundAddress) => void): {
  lookup: PostalLookup;
  look: (code: string) => void;
  typed: () => void;
} {
  const config = useCall(getConfig);
  const [code, setCode] = useState('');
  const [state, setState] = useState<'looking' | 'filled' | 'typed'>('looking');
  const lookupUrl = config.data?.postalLookupUrl;
  const isComplete = /^[0-9]{7}$/.test(code);
  const { data, error, isValidating } = useSWR<FoundAddress | null, Error>(
    isComplete && lookupUrl ? ['postal lookup', code] : null,
    () => lookUpPostalCode(lookupUrl!, code),
    {
      revalidateIfStale: true,
      onSuccess: (found) => {
        if (!found || state === 'typed') return;
        fill(found);
        setState('filled');
      },
    },
  );

  const stateNow = (): PostalLookup => {
    if (!isComplete) return { tone: 'idle', message: '' };
    if (isValidating || config.isValidating) return { tone: 'busy', message: '住所を検索しています…' };
    if (error ?? config.error) return { tone: 'failed', message: postalTexts.failed };
    if (data === undefined) return { tone: 'busy', message: '住所を検索しています…' };
    if (data && state === 'typed') return { tone: 'idle', message: '' };
    return data ? { tone: 'filled', message: postalTexts.filled } : { tone: 'failed', message: postalTexts.notFound };
  };
  const look = (given: string): void => {
    setCode(given);
    setState('looking');
    if (config.error) void config.mutate();
  };
  // A correction of what was filled in is not meant.
  const typed = (): void => setState((now) => (now === 'looking' ? 'typed' : now));
  return { lookup: stateNow(), look, typed };
}
