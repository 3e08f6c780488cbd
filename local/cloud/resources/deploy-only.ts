import type { TemplateResource } from '../templates/read-assembly';

/**
 * Resource types that exist only in AWS, and on which nothing on one machine depends. All other types must be known.
 */
const deployOnlyTypes = [
  'AWS::CDK::Metadata',
  'AWS::CertificateManager::Certificate',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Events::Rule',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Version',
  'AWS::Logs::Delivery',
  'AWS::Logs::DeliveryDestination',
  'AWS::Logs::DeliverySource',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Route53::HealthCheck',
  'AWS::Route53::RecordSet',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::WAFv2::LoggingConfiguration',
  'AWS::WAFv2::WebACL',
  'Custom::CDKBucketDeployment',
  'Custom::S3AutoDeleteObjects',
];

/** Functions that CDK adds for its custom resources during a deployment. */
const isCustomResourceProvider = ({ Type, Properties }: TemplateResource): boolean =>
  Type === 'AWS::Lambda::Function' &&
  (Properties?.['FunctionName'] === undefined || !String(Properties['Runtime']).startsWith('nodejs'));

export const isDeployOnly = (resource: TemplateResource): boolean =>
  deployOnlyTypes.includes(resource.Type) || isCustomResourceProvider(resource);
