import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Resources = Record<string, { Type: string; Properties?: object }>;

/** A new temporary folder. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'portal-cloud-'));

export interface TestFunction {
  /** Source of `index.mjs`. */
  source: string;
  /** `GET /api/hello`; left out for a function that only a schedule or trigger invokes. */
  route?: string;
  environment?: Record<string, unknown>;
  /** Statements of its role. */
  statements?: object[];
  timeout?: number;
}

/** The resources that CDK writes for a function and its route. */
function functionResources(
  id: string,
  { route, environment = {}, statements = [], timeout = 10 }: TestFunction,
): Resources {
  const statement = [{ Effect: 'Allow', Action: 'logs:PutLogEvents', Resource: '*' }, ...statements];
  return {
    [`${id}Role`]: {
      Type: 'AWS::IAM::Role',
      Properties: {
        Policies: [{ PolicyName: 'access', PolicyDocument: { Version: '2012-10-17', Statement: statement } }],
      },
    },
    [`${id}Function`]: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        FunctionName: `portal-local-${id}`,
        Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}' }, S3Key: `${id}.zip` },
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        MemorySize: 128,
        Timeout: timeout,
        Role: { 'Fn::GetAtt': [`${id}Role`, 'Arn'] },
        Environment: { Variables: environment },
      },
    },
    ...(route !== undefined && {
      [`${id}Integration`]: {
        Type: 'AWS::ApiGatewayV2::Integration',
        Properties: {
          ApiId: { Ref: 'Api' },
          IntegrationType: 'AWS_PROXY',
          IntegrationUri: { 'Fn::GetAtt': [`${id}Function`, 'Arn'] },
          PayloadFormatVersion: '2.0',
        },
      },
      [`${id}Route`]: {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: {
          ApiId: { Ref: 'Api' },
          RouteKey: route,
          Target: { 'Fn::Join': ['', ['integrations/', { Ref: `${id}Integration` }]] },
        },
      },
      [`${id}Permission`]: {
        Type: 'AWS::Lambda::Permission',
        Properties: {
          Action: 'lambda:InvokeFunction',
          FunctionName: { 'Fn::GetAtt': [`${id}Function`, 'Arn'] },
          Principal: 'apigateway.amazonaws.com',
        },
      },
    }),
  };
}

/** One stack `Portal-test` with an HTTP API, functions and further resources, as a folder that `readAssembly` reads. */
export function writeAssembly(
  functions: Record<string, TestFunction>,
  resources: Resources = {},
  folder: string = temporaryFolder(),
): string {
  const files: Record<string, object> = {};
  for (const [id, { source }] of Object.entries(functions)) {
    mkdirSync(join(folder, `asset.${id}`), { recursive: true });
    writeFileSync(join(folder, `asset.${id}`, 'index.mjs'), source);
    files[id] = {
      source: { path: `asset.${id}`, packaging: 'zip' },
      destinations: { here: { objectKey: `${id}.zip` } },
    };
  }
  const Resources = {
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'portal-local-api', ProtocolType: 'HTTP' } },
    ...resources,
    ...Object.assign({}, ...Object.entries(functions).map(([id, one]) => functionResources(id, one))),
  };
  const manifest = {
    artifacts: {
      'Portal-test.assets': { type: 'cdk:asset-manifest', properties: { file: 'Portal-test.assets.json' } },
      'Portal-test': {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/ap-northeast-1',
        properties: { templateFile: 'Portal-test.template.json' },
        dependencies: ['Portal-test.assets'],
      },
    },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'Portal-test.assets.json'), JSON.stringify({ files }));
  writeFileSync(join(folder, 'Portal-test.template.json'), JSON.stringify({ Resources }));
  return folder;
}
