import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetRandomPasswordCommand,
  type GetRandomPasswordCommandInput,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { ResourceType } from '../deployed/resource-type';
import { undefinedIfMissing } from '../services/clients';

interface Declared {
  Name?: string;
  Description?: string;
  SecretString?: string;
  GenerateSecretString?: GetRandomPasswordCommandInput & { SecretStringTemplate?: string; GenerateStringKey?: string };
}

async function firstValue(
  client: SecretsManagerClient,
  { SecretString, GenerateSecretString }: Declared,
): Promise<string> {
  if (!GenerateSecretString) return SecretString ?? '';
  const { SecretStringTemplate, GenerateStringKey, ...how } = GenerateSecretString;
  const { RandomPassword = '' } = await client.send(new GetRandomPasswordCommand(how));
  if (GenerateStringKey === undefined) return RandomPassword;
  return JSON.stringify({
    ...(JSON.parse(SecretStringTemplate ?? '{}') as object),
    [GenerateStringKey]: RandomPassword,
  });
}

/** A secret gets the template's value when it is created; a value written later stays. */
export const secret: ResourceType = {
  types: ['AWS::SecretsManager::Secret'],
  async make({ properties, generatedName }, { clients, deployed }) {
    const declared = properties as Declared;
    const client = clients.of('secrets', SecretsManagerClient);
    const Name = declared.Name ?? generatedName;
    const found = await client.send(new DescribeSecretCommand({ SecretId: Name })).catch(undefinedIfMissing);
    const { ARN } =
      found ??
      (await client.send(
        new CreateSecretCommand({
          Name,
          ...(declared.Description !== undefined && { Description: declared.Description }),
          SecretString: await firstValue(client, declared),
        }),
      ));
    if (ARN === undefined) throw new Error('Secrets Manager returned no ARN');
    deployed.secrets.set(Name, ARN);
    deployed.arns.set(Name, ARN);
    deployed.arns.set(ARN, ARN);
    return { ref: ARN, attributes: { Id: ARN } };
  },
};
