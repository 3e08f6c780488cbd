import { randomUUID } from 'node:crypto';
import type { TableRecord } from 'dynalite/db/index.js';
import type { Input } from './check-input';
import type { Context } from './context';
import { restorable } from './continuous-backups';
import { missing, ServiceError, validationError } from './errors';
import { tableKey } from './keys';
import { operations } from './operations';
import { existing } from './table-settings';

const known = new Set(['SourceTableName', 'TargetTableName', 'RestoreDateTime', 'UseLatestRestorableTime']);

/** The unix seconds to restore to. */
function timeOf(input: Input, range: { earliest: number; latest: number }): number {
  const time = input['RestoreDateTime'] as number | undefined;
  const useLatest = input['UseLatestRestorableTime'] === true;
  if ((time !== undefined) === useLatest)
    throw validationError('Exactly one of RestoreDateTime and UseLatestRestorableTime has to be given');
  if (time === undefined) return range.latest;
  if (time < range.earliest || time > range.latest)
    throw new ServiceError(
      'InvalidRestoreTimeException',
      'RestoreDateTime must be between EarliestRestorableDateTime and LatestRestorableDateTime',
    );
  return Math.floor(time);
}

/**
 * RestoreTableToPointInTime (DynamoDB API reference): a new table with the items and indexes of another at a time, and
 * without its expiry, point-in-time recovery, deletion protection and tags. Like CreateTable, it returns `CREATING`,
 * but the table can be used at once.
 */
export async function restoreTable(context: Context, input: Input): Promise<Input> {
  const { database, past, clock } = context;
  const other = Object.keys(input).find((member) => input[member] != null && !known.has(member));
  if (other !== undefined)
    throw validationError(`RestoreTableToPointInTime.${other} is not supported by this emulator`);
  const { SourceTableName: source, TargetTableName: target } = input;
  if (typeof source !== 'string') throw missing('sourceTableName');
  if (typeof target !== 'string') throw missing('targetTableName');
  if (!/^[\w.-]{3,255}$/.test(target)) throw validationError(`The table name ${target} is not valid`);
  const { table, items } = await database.write(async (stage) => {
    const record = await existing(database, source, 'TableNotFoundException');
    const range = restorable(context, source);
    if (!range)
      throw new ServiceError(
        'PointInTimeRecoveryUnavailableException',
        `Point in time recovery is not enabled for table '${source}'`,
      );
    if ((await database.store.db.get(tableKey(target))) !== undefined)
      throw new ServiceError('TableAlreadyExistsException', `Table already exists: ${target}`);
    const time = timeOf(input, range);
    const arnOf = (arn: string | undefined): string => (arn ?? '').replace(`table/${source}`, `table/${target}`);
    const restored: TableRecord = {
      ...record,
      TableName: target,
      TableId: randomUUID(),
      TableArn: arnOf(record.TableArn),
      CreationDateTime: clock.now() / 1000,
      RestoreSummary: { SourceTableArn: record.TableArn ?? '', RestoreDateTime: time, RestoreInProgress: false },
      ...(record.GlobalSecondaryIndexes && {
        GlobalSecondaryIndexes: record.GlobalSecondaryIndexes.map((index) => ({
          ...index,
          IndexArn: arnOf(index.IndexArn),
        })),
      }),
    };
    stage.set(tableKey(target), restored);
    return { table: restored, items: await past.at(source, time * 1000) };
  });
  await database.write(async (stage) => {
    for (const Item of items) await stage.run(operations.PutItem.action, { TableName: target, Item });
  });
  return { TableDescription: { ...table, TableStatus: 'CREATING' } };
}
