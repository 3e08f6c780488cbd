import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { stacksOf } from './testing/synthesize';

/** The findings of cdk-nag for an app; it writes them to the console and makes the synthesis fail. */
function findings(app: App): string {
  const said: string[] = [];
  for (const channel of ['error', 'warn', 'log'] as const)
    jest.spyOn(console, channel).mockImplementation((...words) => void said.push(words.join(' ')));
  const written = jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  try {
    app.synth();
  } catch (error) {
    said.push(String(error));
  } finally {
    written.mockRestore();
    jest.restoreAllMocks();
  }
  return said.join('\n');
}

/** CDK's own function, which runs while a stack is deployed and reaches the page's bucket and CDK's assets alone. */
const upload = 'Web/Custom::CDKBucketDeployment';
const byHand = 'its vendor alone can make a new one: docs/runbook.md tells how it is renewed by hand';

const exportsOf = 'IAM5[Resource::arn:aws:s3:::portal-STAGE-exports-ACCOUNT/*]';

/** The findings that are accepted, by the construct: a rule of cdk-nag without its prefix, and the reason. */
const accepted: readonly (readonly [construct: string, rule: string, reason: string])[] = [
  ['Data/DocumentExports', 'S1', 'functions alone read and write it, each request in CloudTrail where that is on'],
  ['Data/Stripe', 'SMG4', byHand],
  ['Data/Records', 'SMG4', byHand],
  ['Auth/ClientSecret', 'SMG4', byHand],
  ['Data/Origin', 'SMG4', 'CloudFront learns a new value by a deployment only: docs/runbook.md, Renewing secrets'],
  ['Data/Webhook', 'SMG4', 'people enter the address in each of Kintone’s apps: docs/runbook.md, Renewing secrets'],
  ['Data/Copying', 'IAM4[Policy::AWSBackupServiceRolePolicyForBackup]', 'AWS Backup’s own, which AWS changes with it'],
  ['Auth/Users', 'COG1', 'eight characters, the strength shown and not enforced (spec 5); attempts are limited'],
  ['Auth/Users', 'COG2', 'a second step is the owner’s choice (spec 2)'],
  ['Auth/Users', 'COG8', 'the portal limits sign-ins itself (decisions/limits); the plan Plus costs a multiple'],
  // Cognito developer guide, "SMS message settings".
  ['Auth/Users/smsRole', 'IAM5[Resource::*]', 'an SMS goes to a phone number, which is no resource to name'],
  [
    'Api/Invoker/DefaultPolicy',
    'IAM5[Resource::arn:aws:lambda:REGION:ACCOUNT:function:portal-STAGE-*]',
    'only a deployment makes routes, and the gateway invokes what they name',
  ],
  ['Billing/get-document-export/Role', exportsOf, 'the names of the objects begin with ids of users'],
  ['Jobs/run-tasks/Role', exportsOf, 'the names of the objects begin with ids of users'],
  ['Jobs/check-users/Role', 'IAM5[Resource::*]', 'the suppression list of the account is no resource to name'],
  ['Jobs/Failed', 'SQS3', 'it is itself where failed runs end'],
  ...['Billing/stripe-webhook', 'Shops/list-shops', 'SignIn/login'].map(
    (call) =>
      [
        `${call}-shift/Group/ServiceRole`,
        'IAM4[Policy::AWSCodeDeployRoleForLambdaLimited]',
        'AWS’s own policy for this use',
      ] as const,
  ),
  ['Web/Distribution', 'CFR1', 'owners open the portal from wherever they are'],
  ['Web/Distribution', 'CFR2', 'the firewall is a setting of the stage (waf), which the laptop’s lacks'],
  ['Web/Distribution', 'CFR3', 'the stack Outside delivers its log, without the tokens of links'],
  ['Web/Distribution', 'CFR4', 'without a certificate it is served at CloudFront’s own domain, with its protocol'],
  [upload, 'L1', 'its runtime is CDK’s'],
  [`${upload}/ServiceRole`, 'IAM4[Policy::AWSLambdaBasicExecutionRole]', 'its role is CDK’s'],
  ...['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map(
    (action) => [`${upload}/ServiceRole/DefaultPolicy`, `IAM5[Action::s3:${action}*]`, 'its policy is CDK’s'] as const,
  ),
  ...['<PageA98A310E.Arn>', 'arn:aws:s3:::cdk-hnb659fds-assets-ACCOUNT-REGION'].map(
    (files) => [`${upload}/ServiceRole/DefaultPolicy`, `IAM5[Resource::${files}/*]`, 'its policy is CDK’s'] as const,
  ),
  ['Workflows/Deploy/DefaultPolicy', 'IAM5[Resource::*]', 'an account’s limits and subscriptions are no resources'],
  ...['REGION', 'us-east-1'].map(
    (region) =>
      [
        'Workflows/Diff/DefaultPolicy',
        `IAM5[Resource::arn:aws:cloudformation:${region}:ACCOUNT:stack/Portal-STAGE-*/*]`,
        'this stage’s stacks, with ids that CloudFormation makes',
      ] as const,
  ),
  ['Outside/SignIn/Owner', 'SMG4', 'people change the password in the portal and here (docs/deploy.md, step 5)'],
  ['Outside/SignIn/Runs', 'S1', 'it holds the log of each run of the canary, which alone writes it'],
  ['Outside/SignIn/Role', 'IAM5[Resource::*]', 'these two actions take no resource; the namespace is a condition'],
  ['Outside/SignIn/Role', 'IAM5[Resource::<SignInRunsCE0C908E.Arn>/*]', 'the files of each run of the canary'],
  [
    'Outside/SignIn/Role',
    'IAM5[Resource::arn:aws:logs:us-east-1:ACCOUNT:log-group:/aws/lambda/cwsyn-portal-STAGE-sign-in-*]',
    'Synthetics gives the canary’s function a name that ends in an id',
  ],
];

test('AWS Solutions has nothing to say about a stage that has no answer here, and each answer has its finding', () => {
  const found = [
    ['local', {}] as const,
    ['example', {}] as const,
    ['example', { canary: { everyMinutes: 15 } }] as const,
  ].flatMap(([stage, settings]) => {
    const said = findings(stacksOf(stage, { settings }).app);
    const each = [...said.matchAll(/^ +Portal-\w+-(\S+) .+\n +Acknowledge with 'AwsSolutions::AwsSolutions-(.+)'$/gm)];
    expect(said.match(/\b(ERROR|WARNING)\b/g)).toHaveLength(each.length);
    return each.map(([, construct = '', rule = '']) =>
      [construct.replace(/\/Resource$/, '').replace(/(CDKBucketDeployment)\w+/, '$1'), rule]
        .join(' ')
        .replace(/arn:<AWS::Partition>:iam::aws:policy\/service-role\//, '')
        .replaceAll(/\d{12}|<AWS::AccountId>/g, 'ACCOUNT')
        .replaceAll('ap-northeast-1', 'REGION')
        .replaceAll(/([Pp]ortal)-(local|example)-/g, '$1-STAGE-'),
    );
  });
  expect([...new Set(found)].toSorted()).toEqual(accepted.map(([where, rule]) => `${where} ${rule}`).toSorted());
});

test('a stack with a known fault: it is found', () => {
  const app = new App({ builtinCloudFormationValidation: false });
  new Bucket(new Stack(app, 'Stack'), 'Open');
  expect(findings(app)).toContain('AwsSolutions-S10');
});
