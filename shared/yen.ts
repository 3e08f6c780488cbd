const number = new Intl.NumberFormat('ja-JP');

/** 9900 → `9,900円`, -900 → `−900円`. Whole yen. */
export const yen = (amount: number): string => `${number.format(amount).replace('-', '−')}円`;
