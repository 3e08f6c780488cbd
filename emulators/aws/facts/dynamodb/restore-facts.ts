import {
  DescribeContinuousBackupsCommand,
  DynamoDBServiceException,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  type RestoreTableToPointInTimeCommandInput,
} from '@aws-sdk/client-dynamodb';
import { NotTried, same, type Fact } from '../../../platform/facts';
import { api, refusalOf, type TableSandbox } from './dynamodb-sandbox';

/** The name of a restore's refusal. */
async function refusalName(
  { client, table }: TableSandbox,
  more: Partial<RestoreTableToPointInTimeCommandInput>,
): Promise<string> {
  const input = { SourceTableName: table, TargetTableName: `${table}-restored`, ...more };
  const refusal = await refusalOf(client.send(new RestoreTableToPointInTimeCommand(input)));
  return refusal === 'none' ? refusal : refusal.name;
}

/** Switches point-in-time recovery on. DynamoDB Local has none. */
async function recoverable({ client, table }: TableSandbox): Promise<void> {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  try {
    await client.send(new UpdateContinuousBackupsCommand({ TableName: table, PointInTimeRecoverySpecification }));
  } catch (error) {
    if (error instanceof DynamoDBServiceException && error.name === 'UnknownOperationException')
      throw new NotTried('this DynamoDB has no point-in-time recovery');
    throw error;
  }
}

/** What a restore is refused for. None is carried out, because a real one takes many minutes. */
export const restoreFacts: readonly Fact<TableSandbox>[] = [
  {
    id: 'a-restore-needs-recovery-to-be-on',
    says: 'Without point-in-time recovery, a restore is refused with PointInTimeRecoveryUnavailableException.',
    page: `${api}/API_RestoreTableToPointInTime.html`,
    async check(sandbox) {
      const refusal = await refusalName(sandbox, { UseLatestRestorableTime: true });
      if (refusal === 'UnknownOperationException') throw new NotTried('this DynamoDB restores nothing');
      same('the refusal', 'PointInTimeRecoveryUnavailableException', refusal);
    },
  },
  {
    id: 'a-restore-never-writes-into-a-table',
    says: 'A restore into a table that exists is refused with TableAlreadyExistsException.',
    page: `${api}/API_RestoreTableToPointInTime.html`,
    async check(sandbox) {
      await recoverable(sandbox);
      const refusal = await refusalName(sandbox, { TargetTableName: sandbox.table, UseLatestRestorableTime: true });
      same('the refusal', 'TableAlreadyExistsException', refusal);
    },
  },
  {
    id: 'a-restore-to-a-time-outside-the-range-is-refused',
    says: 'A restore to a time before recovery was switched on is refused with InvalidRestoreTimeException.',
    page: `${api}/API_RestoreTableToPointInTime.html`,
    async check(sandbox) {
      await recoverable(sandbox);
      const { client, table } = sandbox;
      const { ContinuousBackupsDescription: backups } = await client.send(
        new DescribeContinuousBackupsCommand({ TableName: table }),
      );
      const earliest = backups?.PointInTimeRecoveryDescription?.EarliestRestorableDateTime;
      const RestoreDateTime = new Date((earliest?.getTime() ?? 0) - 86_400_000);
      same('the refusal', 'InvalidRestoreTimeException', await refusalName(sandbox, { RestoreDateTime }));
    },
  },
];
