import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** The members of a CloudFormation template that this cloud reads. */
export interface Template {
  Resources?: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
  Conditions?: Record<string, unknown>;
}

/** A synthesized stack: its template, and the folder behind each asset by the asset's object key. */
export interface Stack {
  name: string;
  region: string;
  /** Twelve digits; zeros if the stack has no account. */
  account: string;
  template: Template;
  assets: ReadonlyMap<string, string>;
}

interface Manifest {
  artifacts: Record<
    string,
    {
      type: string;
      environment?: string;
      properties?: { templateFile?: string; stackName?: string; file?: string };
      dependencies?: string[];
    }
  >;
}

interface AssetManifest {
  files?: Record<string, { source: { path?: string }; destinations: Record<string, { objectKey: string }> }>;
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;

async function readAssets(folder: string, file: string): Promise<[string, string][]> {
  const { files = {} } = await readJson<AssetManifest>(join(folder, file));
  return Object.values(files).flatMap(({ source, destinations }) =>
    source.path === undefined
      ? []
      : Object.values(destinations).map(({ objectKey }): [string, string] => [
          objectKey,
          join(folder, source.path ?? ''),
        ]),
  );
}

/**
 * Reads the output of `cdk synth` in a folder (cloud assembly), with the stacks in the order of deployment.
 * @throws if the folder holds no assembly, with what to do
 */
export async function readAssembly(folder: string): Promise<Stack[]> {
  const manifest = await readJson<Manifest>(join(folder, 'manifest.json')).catch((error: unknown) => {
    throw new Error(`There are no synthesized templates in ${folder}: run \`npm run build\``, { cause: error });
  });
  const { artifacts } = manifest;
  const ordered: string[] = [];
  const visit = (name: string): void => {
    const artifact = artifacts[name];
    if (!artifact || artifact.type !== 'aws:cloudformation:stack' || ordered.includes(name)) return;
    for (const dependency of artifact.dependencies ?? []) visit(dependency);
    ordered.push(name);
  };
  for (const name of Object.keys(artifacts)) visit(name);

  return Promise.all(
    ordered.map(async (name): Promise<Stack> => {
      const { environment = '', properties, dependencies = [] } = artifacts[name] ?? {};
      const [account = '', region = ''] = environment.replace('aws://', '').split('/');
      const manifests = dependencies.flatMap((dependency) => {
        const { type, properties: own } = artifacts[dependency] ?? {};
        return type === 'cdk:asset-manifest' && own?.file !== undefined ? [own.file] : [];
      });
      const assets = await Promise.all(manifests.map((file) => readAssets(folder, file)));
      return {
        name: properties?.stackName ?? name,
        region: /^[a-z]{2}(-[a-z]+)+-\d$/.test(region) ? region : 'ap-northeast-1',
        account: /^\d{12}$/.test(account) ? account : '000000000000',
        template: await readJson<Template>(join(folder, properties?.templateFile ?? `${name}.template.json`)),
        assets: new Map(assets.flat()),
      };
    }),
  );
}
