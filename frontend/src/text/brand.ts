/**
 * Names by which the portal calls itself (spec 1: the brand header's subtitle names a subscription management
 * system).
 */
export const productName = 'Revonizer';
export const productSubtitle = 'サブスクリプション管理システム';
