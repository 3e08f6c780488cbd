/** An item of any of the portal's tables. */
export interface Item extends Record<string, unknown> {
  pk: string;
  sk: string;
}

export const nameOf = ({ pk, sk }: Item): string => `${pk} / ${sk}`;
