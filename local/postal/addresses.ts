import data from './addresses.json';

/** An address as zipcloud returns it; kana in half width, codes as text. */
export interface PostalAddress {
  /** Prefecture, municipality, town. */
  address1: string;
  address2: string;
  address3: string;
  kana1: string;
  kana2: string;
  kana3: string;
  /** 1 to 47, without leading zero. */
  prefcode: string;
  zipcode: string;
}

interface Prefecture {
  name: string;
  kana: string;
  code: string;
  cities: { name: string; kana: string; towns: string[][] }[];
}

const byCode = new Map<string, PostalAddress[]>();
for (const { name: address1, kana: kana1, code: prefcode, cities } of data as Prefecture[]) {
  for (const { name: address2, kana: kana2, towns } of cities) {
    for (const [zipcode = '', address3 = '', kana3 = ''] of towns) {
      const address = { address1, address2, address3, kana1, kana2, kana3, prefcode, zipcode };
      byCode.set(zipcode, [...(byCode.get(zipcode) ?? []), address]);
    }
  }
}

/** All known codes, seven digits each. */
export const allCodes = (): string[] => [...byCode.keys()];

/** The addresses of a code of seven digits: mostly one, several if a code crosses a border, none if it is unknown. */
export const addressesOf = (code: string): PostalAddress[] => byCode.get(code) ?? [];
