import { CfnOutput, DefaultStackSynthesizer, Stack, type StackProps } from 'aws-cdk-lib';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { OpenIdConnectProvider, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { mailDomain, physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import type { DataStack } from './data-stack';

/** GitHub's issuer of identities; an account has one provider for it, for all stages. */
const issuer = 'token.actions.githubusercontent.com';

interface Workflows {
  stage: StageSettings;
  repository: string;
  data: DataStack;
  userPool: IUserPool;
}

/** The roles that the repository's workflows take: one deploys and checks this stage, one only compares. */
export class WorkflowsStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & Workflows) {
    super(scope, id, props);
    const { stage, repository } = props;
    const provider = OpenIdConnectProvider.fromOpenIdConnectProviderArn(
      this,
      'GitHub',
      this.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: issuer }),
    );
    const role = (name: string, subject: string): Role =>
      new Role(this, name, {
        roleName: physicalName(stage.name, `github-${name.toLowerCase()}`),
        assumedBy: new WebIdentityPrincipal(provider.openIdConnectProviderArn, {
          StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: `repo:${repository}:${subject}` },
        }),
      });

    const deploy = role('Deploy', `environment:${stage.name}`);
    deploy.addToPolicy(this.#assume('deploy', 'file-publishing', 'lookup'));
    for (const statement of this.#check(props)) deploy.addToPolicy(statement);
    const diff = role('Diff', 'pull_request');
    diff.addToPolicy(this.#readTemplates(stage));
    for (const [name, { roleArn }] of Object.entries({ DeployRole: deploy, DiffRole: diff }))
      new CfnOutput(this, name, { value: roleArn });
  }

  get #regions(): string[] {
    return [...new Set([this.region, 'us-east-1'])];
  }

  /**
   * Reads the deployed templates, to which `cdk diff` falls back. CDK's own role for look-ups would do as well, but it
   * reads users, items and files too (ReadOnlyAccess, CDK's bootstrap template), and the code of a pull request, which
   * nobody has reviewed, could take it.
   */
  #readTemplates(stage: StageSettings): PolicyStatement {
    const resourceName = `Portal-${stage.name}-*/*`;
    return new PolicyStatement({
      actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
      resources: this.#regions.map((region) =>
        this.formatArn({ service: 'cloudformation', region, resource: 'stack', resourceName }),
      ),
    });
  }

  /** CDK's own roles, which its bootstrap created in the stage's region and in us-east-1. */
  #assume(...roles: readonly string[]): PolicyStatement {
    const qualifier = DefaultStackSynthesizer.DEFAULT_QUALIFIER;
    return new PolicyStatement({
      actions: ['sts:AssumeRole'],
      resources: this.#regions.flatMap((region) =>
        roles.map((name) =>
          this.formatArn({
            service: 'iam',
            region: '',
            resource: 'role',
            resourceName: `cdk-${qualifier}-${name}-role-${this.account}-${region}`,
          }),
        ),
      ),
    });
  }

  /** Permissions to read the resources that `npm run check` checks. */
  #check({ stage, data, userPool }: Workflows): PolicyStatement[] {
    const { key, stripeSecret, recordsSecret, webhookSecret } = data;
    const identity = (resourceName: string): string =>
      this.formatArn({ service: 'ses', resource: 'identity', resourceName });
    const { mailFrom } = stage;
    return [
      new PolicyStatement({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [stripeSecret, recordsSecret, webhookSecret].map(({ secretArn }) => secretArn),
      }),
      new PolicyStatement({
        actions: ['cognito-idp:AdminGetUser', 'cognito-idp:ListUsersInGroup'],
        resources: [userPool.userPoolArn],
      }),
      ...(key ? [new PolicyStatement({ actions: ['kms:Decrypt'], resources: [key.keyArn] })] : []),
      ...(mailFrom === undefined
        ? []
        : [new PolicyStatement({ actions: ['ses:GetEmailIdentity'], resources: [identity(mailDomain(mailFrom))] })]),
      new PolicyStatement({
        actions: [
          'cognito-idp:ListUserPools',
          'ses:GetAccount',
          'sns:GetSMSAttributes',
          'sns:GetSMSSandboxAccountStatus',
          'sns:ListSubscriptions',
        ],
        resources: ['*'],
      }),
    ];
  }
}
