import { runAws } from '#functions/testing/aws-command';
import { documentedCommands, shellWithoutCredentials } from '../testing/documented-commands';

const ofAws = documentedCommands.filter((line) => line.startsWith('aws '));

/** Runs a command in a shell without credentials. */
async function runWithoutCredentials(line: string): Promise<unknown> {
  const given = { ...process.env };
  try {
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
    Object.assign(process.env, shellWithoutCredentials);
    return await runAws(line);
  } finally {
    process.env = given;
  }
}

test('the documents have commands of the AWS CLI', () => {
  expect(ofAws.length).toBeGreaterThan(40);
});

test.each(ofAws)('%s: is what the service’s model says, and asks for credentials', async (line) => {
  await expect(runWithoutCredentials(line)).rejects.toMatchObject({ name: 'CredentialsProviderError' });
});

test.each([
  ['an unknown service', 'aws sqss purge-queue --queue-url URL', 'no service'],
  ['an unknown operation', 'aws sqs purge-queues --queue-url URL', 'no operation purge-queues'],
  ['an unknown waiter', 'aws dynamodb wait table-ready --table-name users', 'no operation wait table-ready'],
  ['an unknown option', 'aws sqs purge-queue --queue-url URL --force', 'no option --force'],
  [
    'a missing option',
    'aws cognito-idp delete-user-pool-client-secret --user-pool-id P --client-id C',
    'lacks ClientSecretId',
  ],
  ['a word that no option takes', 'aws sqs purge-queue --queue-url URL now', 'takes one value'],
  ['an unknown type in an item', `aws dynamodb delete-item --table-name t --key '{"pk":{"T":"a"}}'`, 'no member T'],
  ['a number without quotes', `aws dynamodb delete-item --table-name t --key '{"pk":{"N":1}}'`, 'no text: 1'],
  ['JSON that does not end', `aws dynamodb delete-item --table-name t --key '{"pk":{"S":"a"}'`, 'JSON'],
  [
    'an unknown member of the short form',
    'aws cognito-idp admin-set-user-mfa-preference --user-pool-id P --username U --sms-mfa-settings On=false',
    'no member On',
  ],
  ['no time', 'aws logs tail GROUP --since yesterday', 'No time'],
])('%s is noticed before credentials are asked for', async (_what, line, says) => {
  await expect(runWithoutCredentials(line)).rejects.toThrow(says);
});
