import type { LocalClock } from '../clock';
import type { Input } from './check-input';
import type { Database } from './database';
import { recoveryDays, type PastItems } from './past-items';
import { existing, missing, settingsKey, type AllTableSettings } from './table-settings';

/** UpdateContinuousBackups: recovery that is switched on again starts anew, with nothing to restore from before. */
export async function updateContinuousBackups(
  database: Database,
  settings: AllTableSettings,
  past: PastItems,
  clock: LocalClock,
  input: Input,
): Promise<Input> {
  const table = String(input['TableName']);
  const wish = input['PointInTimeRecoverySpecification'] as { PointInTimeRecoveryEnabled?: boolean } | undefined;
  if (typeof wish?.PointInTimeRecoveryEnabled !== 'boolean') throw missing('pointInTimeRecoverySpecification');
  const enabled = wish.PointInTimeRecoveryEnabled;
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
  return describeContinuousBackups(database, settings, clock, input);
}

/**
 * The unix seconds between which a table can be restored, both inclusive; undefined without point-in-time recovery. The
 * latest is typically five minutes ago (DynamoDB API reference, "DescribeContinuousBackups"), and right after recovery
 * was switched on, that very moment.
 */
export function restorable(
  settings: AllTableSettings,
  table: string,
  clock: LocalClock,
): { earliest: number; latest: number } | undefined {
  const { pointInTimeRecovery, recoverableSince = 0 } = settings.of(table);
  if (!pointInTimeRecovery) return undefined;
  const now = Math.floor(clock.now() / 1000);
  return {
    earliest: Math.max(recoverableSince, now - recoveryDays * 86_400),
    latest: Math.max(recoverableSince, now - 300),
  };
}

export async function describeContinuousBackups(
  database: Database,
  settings: AllTableSettings,
  clock: LocalClock,
  input: Input,
): Promise<Input> {
  const table = String(input['TableName']);
  await existing(database, table, 'TableNotFoundException');
  const range = restorable(settings, table, clock);
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
