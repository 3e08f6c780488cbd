import type { ContactAttribute, PoolRecord, UserRecord } from '../store/records';

/**
 * The destination of a user's reset code: the first verified address or number in the pool's order; without
 * AccountRecoverySetting the number comes first. A number that is the second factor cannot be used for recovery
 * (API_AccountRecoverySettingType).
 */
export function recoveryOf(
  pool: PoolRecord,
  user: UserRecord,
): { attribute: ContactAttribute; to: string } | undefined {
  const mechanisms = pool.settings.AccountRecoverySetting?.RecoveryMechanisms ?? [
    { Name: 'verified_phone_number', Priority: 1 },
    { Name: 'verified_email', Priority: 2 },
  ];
  const ordered = mechanisms.toSorted((a, b) => (a.Priority ?? 0) - (b.Priority ?? 0));
  for (const { Name } of ordered) {
    if (Name === 'admin_only') continue;
    const attribute = Name === 'verified_email' ? 'email' : 'phone_number';
    const to = user.attributes[attribute];
    const verified = user.attributes[`${attribute}_verified`]?.toLowerCase() === 'true';
    if (to === undefined || !verified || (attribute === 'phone_number' && user.mfa.sms)) continue;
    return { attribute, to };
  }
  return undefined;
}
