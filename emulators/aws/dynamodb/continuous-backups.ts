import type { Input } from './check-input';
import type { Context } from './context';
import { missing } from './errors';
import { recoveryDays } from './past-items';
import { existing, settingsKey } from './table-settings';

/** UpdateContinuousBackups: recovery that is switched on again starts anew, with nothing to restore from before. */
export async function updateContinuousBackups(context: Context, input: Input): Promise<Input> {
  const { database, settings, past, clock } = context;
  const table = String(input['TableName']);
  const { PointInTimeRecoveryEnabled: enabled } = (input['PointInTimeRecoverySpecification'] ?? {}) as {
    PointInTimeRecoveryEnabled?: boolean;
  };
  if (typeof enabled !== 'boolean') throw missing('pointInTimeRecoverySpecification');
  await database.write(async (stage) => {
    await existing(database, table, 'TableNotFoundException');
    const before = settings.of(table);
    if (enabled === (before.pointInTimeRecovery ?? false)) return;
    await past.forget(stage, table);
    stage.set(settingsKey(table), {
      ...before,
      pointInTimeRecovery: enabled,
      recoverableSince: Math.floor(clock.now() / 1000),
    });
  });
  return describeContinuousBackups(context, input);
}

/**
 * The unix seconds between which a table can be restored, both inclusive; undefined without point-in-time recovery. The
 * latest is typically five minutes ago (DynamoDB API reference, "DescribeContinuousBackups"), and right after recovery
 * was switched on, that very moment.
 */
export function restorable(
  { settings, clock }: Context,
  table: string,
): { earliest: number; latest: number } | undefined {
  const { pointInTimeRecovery, recoverableSince = 0 } = settings.of(table);
  if (!pointInTimeRecovery) return undefined;
  const now = Math.floor(clock.now() / 1000);
  return {
    earliest: Math.max(recoverableSince, now - recoveryDays * 86_400),
    latest: Math.max(recoverableSince, now - 300),
  };
}

export async function describeContinuousBackups(context: Context, input: Input): Promise<Input> {
  const table = String(input['TableName']);
  await existing(context.database, table, 'TableNotFoundException');
  const range = restorable(context, table);
  return {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: range
        ? {
            PointInTimeRecoveryStatus: 'ENABLED',
            RecoveryPeriodInDays: recoveryDays,
            EarliestRestorableDateTime: range.earliest,
            LatestRestorableDateTime: range.latest,
          }
        : { PointInTimeRecoveryStatus: 'DISABLED' },
    },
  };
}
