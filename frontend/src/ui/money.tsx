import { yen as format } from '../lib/format';

/** An amount of yen, tax included where the place does not say otherwise. */
export const Money = ({ yen }: { yen: number }) => (
  <span className="whitespace-nowrap tabular-nums">{format(yen)}</span>
);
