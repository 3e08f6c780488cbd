/**
 * Metadata that the staff read beside a subscription in Stripe's dashboard, before devices are sent (docs/runbook.md).
 */
export const staffKeys = { consent: '同意', card: 'カード' } as const;
export const cardNotes = { none: 'なし', saved: '登録済み' } as const;
