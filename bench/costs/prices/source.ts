/** The day on which the prices were looked up. */
export const read = '2026-11-21';
export const million = 1_000_000;
/**
 * AWS's Price List for ap-northeast-1, quoted with its usage types in public repositories, and the day of the list if
 * they name it.
 */
export const list = (usageType: string, day = '2026-09-23'): string => `price list of ${day}, ${usageType}`;
export const undated = (usageType: string): string => `price list, day not named, ${usageType}`;
/** The price page of a service. */
export const page = (service: string): string => `https://aws.amazon.com/${service}/pricing/`;
