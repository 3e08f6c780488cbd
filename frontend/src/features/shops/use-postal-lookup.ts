import { useState } from 'react';
import useSWR from 'swr';
import * as z from 'zod/mini';
import { getConfig } from '#shared/contract/platform';
import { isPrefecture } from '#shared/model/address';
import { useCall } from '../../lib/use-call';

/** Spec 8's texts for a lookup, and what to do beyond them. */
const postalTexts = {
  notFound: '郵便番号が見つかりません。正しい7桁の郵便番号を入力してください。',
  office: '会社専用の番号の場合は、このまま住所を入力してください。',
  failed: '住所の検索中にエラーが発生しました。もう一度お試しください。',
  filled: '住所を自動入力しました。',
} as const;

/** The lookup knows towns; a large office's own number has an 8 there (post.japanpost.jp/zipcode/zipmanual). */
const isOffice = (code: string): boolean => code[3] === '8';

/** The used part of the lookup's response (spec 7, External). */
const responseSchema = z.object({
  results: z.nullable(z.array(z.object({ address1: z.string(), address2: z.string(), address3: z.string() }))),
});

export interface FoundAddress {
  state: string;
  city: string;
  town: string;
}

/** Looks up the places of a postal code of 7 digits. Throws if the lookup cannot be reached. */
async function lookUpPostalCode(lookupUrl: string, code: string): Promise<FoundAddress[]> {
  const url = new URL(lookupUrl);
  url.searchParams.set('zipcode', code);
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`postal lookup: ${response.status}`);
  const { results } = responseSchema.parse(await response.json());
  return (results ?? [])
    .filter(({ address1 }) => isPrefecture(address1))
    .map(({ address1, address2, address3 }) => ({ state: address1, city: address2, town: address3 }));
}

/**
 * Looks up a postal code once it has seven digits, and gives its first place to `fill` (spec 7), with what was filled
 * in before; undefined takes that back, because the new code has no place. The response for an older code is ignored,
 * and so is one that comes after the address was `typed`. A code typed before the stage's configuration has arrived is
 * looked up when it arrives. `places` has the others to choose from, by their index.
 */
export function usePostalLookup(fill: (found: FoundAddress | undefined, before: FoundAddress | undefined) => void) {
  const config = useCall(getConfig);
  const [code, setCode] = useState('');
  const [state, setState] = useState<'looking' | 'filled' | 'typed'>('looking');
  const [place, setPlace] = useState<FoundAddress>();
  const lookupUrl = config.data?.postalLookupUrl;
  const isComplete = /^[0-9]{7}$/.test(code);
  const take = (found: FoundAddress | undefined): void => {
    if (state === 'typed') return;
    fill(found, place);
    setPlace(found);
    if (found) setState('filled');
  };
  const { data, error, isValidating } = useSWR<FoundAddress[], Error>(
    isComplete && lookupUrl ? ['postal lookup', code] : null,
    () => lookUpPostalCode(lookupUrl!, code),
    { revalidateIfStale: true, onSuccess: ([first]) => take(first), onError: () => take(undefined) },
  );

  const stateNow = (): { tone: 'quiet' | 'office' | 'failed'; message: string; advice?: string } => {
    if (!isComplete) return { tone: 'quiet', message: '' };
    const busy = isValidating || config.isValidating;
    if (!busy && (error ?? config.error)) return { tone: 'failed', message: postalTexts.failed };
    if (busy || data === undefined) return { tone: 'quiet', message: '住所を検索しています…' };
    if (data.length === 0)
      return isOffice(code)
        ? { tone: 'office', message: postalTexts.notFound, advice: postalTexts.office }
        : { tone: 'failed', message: postalTexts.notFound };
    if (state === 'typed') return { tone: 'quiet', message: '' };
    return { tone: 'quiet', message: postalTexts.filled };
  };
  const lookup = stateNow();
  const places = lookup.message === postalTexts.filled && data && data.length > 1 ? data : [];
  return {
    lookup,
    look: (given: string): void => {
      setCode(given);
      setState('looking');
      if (config.error) void config.mutate();
    },
    // A correction of what was filled in is not meant.
    typed: (): void => setState((now) => (now === 'looking' ? 'typed' : now)),
    /** Filled in at last. */
    place,
    places,
    chosen: places.findIndex((one) => one.state === place?.state && one.city === place.city && one.town === place.town),
    choose: (index: number): void => take(places[index]),
  };
}
