import type { ResourceType } from '../deployed/resource-type';

interface DeclaredFunction {
  FunctionName?: string;
  Handler?: string;
  Role: string;
  Timeout?: number;
  MemorySize?: number;
  Runtime?: string;
  PackageType?: string;
  Code: { S3Key?: string; ZipFile?: string };
  Environment?: { Variables?: Record<string, string> };
}

/** Functions run from the folder of their asset; times and sizes default as in AWS (3 s, 128 MB). */
export const lambdaFunction: ResourceType = {
  types: ['AWS::Lambda::Function'],
  async make({ properties, generatedName, region, account, asset }, { deployed }) {
    const declared = properties as unknown as DeclaredFunction;
    if (!declared.Runtime?.startsWith('nodejs'))
      throw new Error(`only Node.js functions run in the local cloud, not ${declared.Runtime ?? declared.PackageType}`);
    const folder = asset(declared.Code.S3Key ?? '');
    if (folder === undefined) throw new Error('the code of a function has to be an asset folder (Code.fromAsset)');
    const name = declared.FunctionName ?? generatedName;
    const arn = `arn:aws:lambda:${region}:${account}:function:${name}`;
    const variables: Record<string, unknown> = declared.Environment?.Variables ?? {};
    deployed.functions.set(arn, {
      name,
      arn,
      folder,
      handler: declared.Handler ?? 'index.handler',
      timeoutMs: (declared.Timeout ?? 3) * 1000,
      memoryMb: declared.MemorySize ?? 128,
      environment: Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
      roleArn: declared.Role,
    });
    return { ref: name, attributes: { Arn: arn } };
  },
};

/** The alias of a function's newest version, of which there is one here: it is the function. */
export const lambdaAlias: ResourceType = {
  types: ['AWS::Lambda::Alias'],
  async make({ properties, region, account }) {
    return {
      ref: `arn:aws:lambda:${region}:${account}:function:${String(properties['FunctionName'])}`,
      attributes: {},
    };
  },
};

/** Permissions to invoke a function: an API's route and a pool's trigger need one, as in AWS. */
export const lambdaPermission: ResourceType = {
  types: ['AWS::Lambda::Permission'],
  async make({ properties, generatedName, region, account }, { deployed }) {
    const { FunctionName, Principal } = properties as { FunctionName: string; Principal: string };
    const arn = FunctionName.startsWith('arn:')
      ? FunctionName
      : `arn:aws:lambda:${region}:${account}:function:${FunctionName}`;
    deployed.invokers.add(`${arn} ${Principal}`);
    return { ref: generatedName, attributes: { Id: generatedName } };
  },
};
