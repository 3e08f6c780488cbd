import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { ResourceType } from '../deployed/resource-type';

interface Declared {
  DistributionConfig: { Origins?: { OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[] }[] };
}

/**
 * `{{resolve:secretsmanager:<name>:SecretString:<key>::}}` (CloudFormation user guide, "Dynamic references to
 * secrets").
 */
const reference = /^\{\{resolve:secretsmanager:([^:]+):SecretString:([^:]*):[^:]*:[^:}]*\}\}$/;

async function valueOf(text: string, secrets: SecretsManagerClient): Promise<string> {
  const [, SecretId, key = ''] = reference.exec(text) ?? [];
  if (SecretId === undefined) return text;
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  return key === '' ? SecretString : String((JSON.parse(SecretString) as Record<string, unknown>)[key]);
}

/** The portal's own server replaces the distribution here; the headers it adds to requests for the API are kept. */
export const distribution: ResourceType = {
  types: ['AWS::CloudFront::Distribution'],
  async make({ properties, generatedName }, { clients, deployed }) {
    const { Origins = [] } = (properties as unknown as Declared).DistributionConfig;
    for (const { HeaderName, HeaderValue } of Origins.flatMap((origin) => origin.OriginCustomHeaders ?? [])) {
      deployed.web.originHeaders[HeaderName.toLowerCase()] = await valueOf(
        HeaderValue,
        clients.of('secrets', SecretsManagerClient),
      );
    }
    return { ref: generatedName, attributes: { Id: generatedName, DomainName: 'localhost' } };
  },
};
