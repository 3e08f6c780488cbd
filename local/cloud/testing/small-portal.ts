import { writeAssembly, type TestFunction } from './write-assembly';

const sdk = JSON.stringify(require.resolve('@aws-sdk/client-dynamodb'));
const users = { 'Fn::GetAtt': ['Users', 'Arn'] };

const functions: Record<string, TestFunction> = {
  hello: {
    route: 'GET /api/hello/{name}',
    environment: {
      PORTAL_ORIGIN: 'https://portal.example.jp',
      TABLE: { Ref: 'Users' },
      STRIPE_SECRET_ARN: { Ref: 'Stripe' },
      POOL: { Ref: 'Pool' },
    },
    source:
      'export const handler = async (event) => ({ name: event.pathParameters.name, env: process.env, now: ' +
      'Date.now() });',
  },
  count: {
    route: 'POST /api/count',
    statements: [{ Effect: 'Allow', Action: 'dynamodb:UpdateItem', Resource: users }],
    environment: { TABLE: { Ref: 'Users' } },
    source: `import sdk from ${sdk};
      const client = new sdk.DynamoDBClient({ maxAttempts: 1 });
      const Key = { pk: { S: 'count' }, sk: { S: 'count' } };
      export const handler = async (event) => {
        const name = event.body ? JSON.parse(event.body).use : 'update';
        const TableName = process.env.TABLE;
        if (name === 'get')
          return client.send(new sdk.GetItemCommand({ TableName, Key })).then(
            () => ({ outcome: 'read' }),
            (error) => ({ outcome: error.name }),
          );
        const { Attributes } = await client.send(new sdk.UpdateItemCommand({
          TableName,
          Key,
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': { N: '1' } },
          ReturnValues: 'ALL_NEW',
        }));
        return { n: Number(Attributes.n.N) };
      };`,
  },
  tidy: { source: `export const handler = async (event) => ({ ran: event['detail-type'] });` },
};

const resources = {
  Users: {
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: {
      TableName: 'portal-local-users',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      Replicas: [{ Region: 'ap-northeast-1' }],
    },
  },
  Pool: {
    Type: 'AWS::Cognito::UserPool',
    Properties: {
      UserPoolName: 'portal-local-users',
      UsernameAttributes: ['email'],
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    },
  },
  Client: {
    Type: 'AWS::Cognito::UserPoolClient',
    Properties: {
      UserPoolId: { Ref: 'Pool' },
      ClientName: 'portal',
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
    },
  },
  Admins: { Type: 'AWS::Cognito::UserPoolGroup', Properties: { UserPoolId: { Ref: 'Pool' }, GroupName: 'admin' } },
  Staff: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'portal-local-staff' } },
  Alarms: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'portal-local-alarms' } },
  Stripe: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: { Name: 'portal-local-stripe', SecretString: '{"secretKey":"","webhookSecret":""}' },
  },
  Nightly: {
    Type: 'AWS::Scheduler::Schedule',
    Properties: {
      Name: 'portal-local-tidy',
      ScheduleExpression: 'rate(1 day)',
      Target: { Arn: { 'Fn::GetAtt': ['tidyFunction', 'Arn'] } },
    },
  },
};

/** The assembly of a portal with three small functions and one resource of each kind; returns its folder. */
export const writeSmallPortal = (): string => writeAssembly(functions, resources);
