import { day } from '../time/periods';

/**
 * docs.stripe.com/rate-limits, "API read request allocations": reads for each transaction of the last 30 days, and the
 * least that every account has. Writes have no such limit.
 */
const documentedAllocation = { reads: 500, least: 10_000, days: 30 } as const;

/** Requests served within the last 30 days, and the reads that the transactions of that time allow. */
export interface ReadAllocation {
  reads: number;
  writes: number;
  transactions: number;
  allowedReads: number;
}

/**
 * Counts the requests of each day, since this process began. More reads than allowed are not refused, because the
 * documentation names no refusal. All times in unix seconds of the account's clock.
 */
export class RequestDays {
  #days: { began: number; reads: number; writes: number }[] = [];

  count(method: string | undefined, now: number): void {
    const began = now - (now % day);
    this.#days = this.#within(now);
    let today = this.#days.find((one) => one.began === began);
    if (!today) this.#days.push((today = { began, reads: 0, writes: 0 }));
    today[method === 'GET' ? 'reads' : 'writes'] += 1;
  }

  /** `paidAt`: when each payment of the account succeeded. */
  allocation(paidAt: readonly number[], now: number): ReadAllocation {
    const days = this.#within(now);
    const transactions = paidAt.filter((time) => time > now - documentedAllocation.days * day).length;
    return {
      reads: days.reduce((sum, { reads }) => sum + reads, 0),
      writes: days.reduce((sum, { writes }) => sum + writes, 0),
      transactions,
      allowedReads: Math.max(documentedAllocation.least, transactions * documentedAllocation.reads),
    };
  }

  #within(now: number): { began: number; reads: number; writes: number }[] {
    return this.#days.filter(({ began }) => began > now - documentedAllocation.days * day);
  }
}
