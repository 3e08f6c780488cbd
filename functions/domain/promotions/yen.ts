/** 9900 → `9,900円`. */
export const yen = (amount: number): string => `${amount.toLocaleString('ja-JP')}円`;
