import { CfnOutput, Duration, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  type CfnUserPoolClient,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { Secret, type CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { mailDomain, physicalName, removalPolicyOf } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { adminGroup, ownIdAttribute, secondStepLifetime } from '#shared/constants';
import { PortalFunction } from '../constructs/portal-function';
import { triggers } from '../functions/worker';

interface PoolParts {
  pool: UserPool;
  client: UserPoolClient;
  secret: Secret;
}

/** The first pool's names have no number. */
const suffixOf = (number: number): string => (number === 1 ? '' : String(number));

/** The user pool with SMS and TOTP, the server's own client, the administrators' group, the Japanese mails. */
export class AuthStack extends Stack {
  readonly userPool: UserPool;
  readonly userPoolClient: UserPoolClient;
  /** The client's secret, JSON `{"clientSecret": "…"}`. */
  readonly clientSecret: Secret;

  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { stage: StageSettings; key: Key | undefined; bundles: string },
  ) {
    super(scope, id, props);
    const { stage, key } = props;
    const pools = Array.from({ length: stage.userPools }, (_one, before) => this.#makePool(before + 1, stage, key));
    const last = pools.at(-1);
    if (!last) throw new Error('A stage has a user pool');
    ({ pool: this.userPool, client: this.userPoolClient, secret: this.clientSecret } = last);
    // Also those of a lost pool, which other stacks name until they are deployed too.
    for (const { pool, client, secret } of pools)
      for (const value of [pool.userPoolId, pool.userPoolArn, client.userPoolClientId, secret.secretArn])
        this.exportValue(value);

    const customMessage = new PortalFunction(this, {
      name: 'custom-message',
      declaration: triggers['custom-message'],
      resources: { stage },
      bundles: props.bundles,
    });
    for (const { pool } of pools) pool.addTrigger(UserPoolOperation.CUSTOM_MESSAGE, customMessage.lambda);
  }

  #makePool(number: number, stage: StageSettings, key: Key | undefined): PoolParts {
    const suffix = suffixOf(number);
    const pool = this.#makeUsers(suffix, stage);
    new CfnOutput(this, `UserPoolId${suffix}`, { value: pool.userPoolId, description: 'For commands on users' });
    const client = pool.addClient('Portal', {
      userPoolClientName: physicalName(stage.name, 'portal'),
      authFlows: { adminUserPassword: true },
      // Tokens, and the operations that need no IAM permission, are for the server alone (decisions/sessions).
      generateSecret: true,
      disableOAuth: true,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // Tokens have a custom attribute only if it is named here (API_CreateUserPoolClient, ReadAttributes).
      readAttributes: new ClientAttributes()
        .withStandardAttributes({
          email: true,
          emailVerified: true,
          fullname: true,
          phoneNumber: true,
          phoneNumberVerified: true,
        })
        .withCustomAttributes(ownIdAttribute),
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      authSessionValidity: Duration.seconds(secondStepLifetime),
    });
    const secret = this.#keepClientSecret(number, stage, client, key);
    new CfnUserPoolGroup(this, `Admins${suffix}`, {
      userPoolId: pool.userPoolId,
      groupName: adminGroup,
      description: 'Administers the portal',
    });
    return { pool, client, secret };
  }

  #makeUsers(suffix: string, stage: StageSettings): UserPool {
    return new UserPool(this, `Users${suffix}`, {
      userPoolName: physicalName(stage.name, 'users'),
      // Essentials costs three times as much for each active owner, for passkeys, which are not built
      // (decisions/second-step).
      featurePlan: FeaturePlan.LITE,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // A new e-mail address counts only after its code was confirmed; until then the old one stays in force.
      keepOriginal: { email: true },
      standardAttributes: {
        email: { required: true, mutable: true },
        fullname: { required: true, mutable: true },
        phoneNumber: { required: false, mutable: true },
      },
      // The id in the portal of a user who was restored from another pool; nobody can change it (decisions/accounts).
      customAttributes: { [ownIdAttribute]: new StringAttribute({ minLen: 36, maxLen: 36, mutable: false }) },
      // Only the length is enforced, as the specification says (spec 5); strength is only shown.
      passwordPolicy: {
        minLength: 8,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: true, otp: true },
      enableSmsRole: true,
      // SMS cannot recover an account whose second step is SMS.
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      ...(stage.mailFrom && {
        email: UserPoolEmail.withSES({
          fromEmail: stage.mailFrom,
          fromName: 'Revonizer',
          sesRegion: stage.region,
          // Without it the template would name the address's own identity, which nobody has verified.
          sesVerifiedDomain: mailDomain(stage.mailFrom),
        }),
      }),
      deletionProtection: stage.data === 'retain',
      removalPolicy: removalPolicyOf(stage),
    });
  }

  #keepClientSecret(number: number, stage: StageSettings, client: UserPoolClient, key: Key | undefined): Secret {
    // CloudFormation passes the generated secret on without showing it (template reference,
    // AWS::Cognito::UserPoolClient, "Return values": ClientSecret).
    const { attrClientSecret } = client.node.defaultChild as CfnUserPoolClient;
    const secret = new Secret(this, `ClientSecret${suffixOf(number)}`, {
      secretName: physicalName(stage.name, `cognito-client${suffixOf(number)}`),
      description: 'The secret of Cognito’s app client. Generated; docs/runbook.md tells how to renew it.',
      secretObjectValue: { clientSecret: SecretValue.resourceAttribute(attrClientSecret) },
      removalPolicy: removalPolicyOf(stage),
      ...(key && { encryptionKey: key }),
    });
    // A template without the value leaves the one that is there.
    if (number <= stage.renewedClientSecrets)
      (secret.node.defaultChild as CfnSecret).addPropertyDeletionOverride('SecretString');
    return secret;
  }
}
