import { yen as format } from '#shared/numbers';

/** An amount of yen, tax included unless the place says otherwise. */
export const Money = ({ yen }: { yen: number }) => (
  <span className="whitespace-nowrap tabular-nums">{format(yen)}</span>
);
