import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { physicalName } from '../../../stage/names';
import { stageArgument } from '../../stage-argument';
import { compareItems, type Comparison } from './compare-items';
import { copyItems } from './copy-items';
import { nameOf } from './item';
import { restorableTables } from './left-out';

/** Items that are named; of more, the first. */
const mostNamed = 100;

function print({ missing, changed, same, leftOut, deleted }: Comparison): void {
  const name = (what: string, keys: string[]): void => {
    console.log(`  ${keys.length} ${what}`);
    for (const key of keys.slice(0, mostNamed)) console.log(`    ${key}`);
    if (keys.length > mostNamed) console.log(`    … and ${keys.length - mostNamed} more`);
  };
  name('are missing', missing.map(nameOf));
  name(
    'have other contents',
    changed.map(({ now }) => nameOf(now)),
  );
  console.log(`  ${same} are the same`);
  console.log(`  ${leftOut} stay out: they have expired, or sessions, snapshots, mirror and jobs make them again`);
  console.log(`  ${deleted} stay out: their account or shop was deleted on purpose`);
}

/**
 * `npm run restore-items -- --stage NAME --table users --from TABLE [--partition USER#…] [--also NOTICES] [--overwrite]
 * [--yes]`: copies items that were lost from a table restored to a point in time back into the one in use (decision
 * 053). Without `--yes` it only lists what it would do. Items with other contents are overwritten only with
 * `--overwrite`.
 * @throws {Error} one sentence that says what is wrong with the arguments
 */
export async function restoreItems(words: readonly string[]): Promise<void> {
  const { stage, rest } = stageArgument(words);
  const { values } = parseArgs({
    args: rest,
    options: {
      table: { type: 'string' },
      from: { type: 'string' },
      partition: { type: 'string' },
      also: { type: 'string', multiple: true },
      overwrite: { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  });
  const table = restorableTables.find((one) => one === values.table);
  if (table === undefined) throw new Error(`Name the table: --table, one of ${restorableTables.join(', ')}`);
  if (values.from === undefined) throw new Error('Name the restored table: --from TABLE');
  const into = physicalName(stage.name, table);
  if (values.from === into) throw new Error(`${into} is the table in use; --from names the restored one`);
  const client = new DynamoDBClient({ region: stage.region, maxAttempts: 10 });
  const restore = {
    client: DynamoDBDocumentClient.from(client),
    table,
    into,
    from: values.from,
    auditTable: physicalName(stage.name, 'audit'),
    partition: values.partition ?? '',
    also: values.also ?? [],
    now: Math.floor(Date.now() / 1000),
  };
  try {
    const comparison = await compareItems(restore);
    console.log(`The items of ${restore.from}, in ${into}:`);
    print(comparison);
    if (values.yes !== true) {
      console.log('Nothing was changed. Add --yes to copy the missing items, --overwrite for the others too.');
      return;
    }
    console.log(`${await copyItems(restore, comparison, values.overwrite === true)} items were copied.`);
  } finally {
    client.destroy();
  }
}
