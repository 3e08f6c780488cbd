import { readFileSync } from 'node:fs';
import { DynamoDBClient, UpdateItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';

type Key = Record<string, AttributeValue>;

/** The text of a section of the runbook, on one line. */
function sectionOf(title: string): string {
  const text = readFileSync('docs/runbook.md', 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`The runbook has no section "${title}"`);
  return section.replaceAll('\n', ' ');
}

/** Runs the first `aws dynamodb update-item` of a section of the runbook as it is written, on the test's table. */
export async function runUpdateOf(title: string): Promise<void> {
  const [, words = ''] = /`aws dynamodb update-item ([^`]+)`/.exec(sectionOf(title)) ?? [];
  const options = Object.fromEntries(
    [...words.matchAll(/--([a-z-]+) (?:'([^']*)'|(\S+))/g)].map(([, name, quoted, plain]) => [name, quoted ?? plain]),
  ) as Partial<Record<string, string>>;
  const { 'table-name': table = '', 'update-expression': UpdateExpression } = options;
  await new DynamoDBClient({}).send(
    new UpdateItemCommand({
      TableName: table.replace('portal-STAGE-', ''),
      Key: JSON.parse(options['key'] ?? '') as Key,
      UpdateExpression,
      ExpressionAttributeValues: JSON.parse(options['expression-attribute-values'] ?? '') as Key,
    }),
  );
}
