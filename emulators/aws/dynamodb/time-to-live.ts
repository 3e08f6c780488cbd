import type { Input } from './check-input';
import type { Context } from './context';
import { missing, validationError } from './errors';
import { existing, settingsKey } from './table-settings';

/** UpdateTimeToLive; the attribute holds unix seconds. */
export async function updateTimeToLive({ database, settings, expiry }: Context, input: Input): Promise<Input> {
  const table = String(input['TableName']);
  const specification = input['TimeToLiveSpecification'] as { AttributeName?: string; Enabled?: boolean } | undefined;
  const attribute = specification?.AttributeName;
  const enabled = specification?.Enabled;
  if (!attribute || typeof enabled !== 'boolean') throw missing('timeToLiveSpecification');
  await database.write(async (stage) => {
    await existing(database, table);
    const { timeToLiveAttribute, ...others } = settings.of(table);
    if (enabled && timeToLiveAttribute === attribute) throw validationError('TimeToLive is already enabled');
    if (!enabled && timeToLiveAttribute === undefined) throw validationError('TimeToLive is already disabled');
    if (timeToLiveAttribute !== undefined && timeToLiveAttribute !== attribute) {
      throw validationError(
        `TimeToLive is active on a different AttributeName: current AttributeName is ${timeToLiveAttribute}`,
      );
    }
    stage.set(settingsKey(table), { ...others, ...(enabled && { timeToLiveAttribute: attribute }) });
  });
  // Inside the writer's turn, so that the table's scan misses no write.
  await database.write(() => expiry.watch(table));
  return { TimeToLiveSpecification: { AttributeName: attribute, Enabled: enabled } };
}

export async function describeTimeToLive({ database, settings }: Context, input: Input): Promise<Input> {
  const table = String(input['TableName']);
  await existing(database, table);
  const attribute = settings.of(table).timeToLiveAttribute;
  return {
    TimeToLiveDescription: attribute
      ? { TimeToLiveStatus: 'ENABLED', AttributeName: attribute }
      : { TimeToLiveStatus: 'DISABLED' },
  };
}
