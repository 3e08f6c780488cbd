import { createHash } from 'node:crypto';
import { resourceTypes } from '../resources/resource-types';
import { isDeployOnly } from '../resources/deploy-only';
import type { StateFile } from '../state/state-file';
import type { Stack, TemplateResource } from '../templates/read-assembly';
import { resolve, type References } from '../templates/resolve';
import { nothingDeployed, type Deployed } from '../deployed/deployed';
import type { Made, ResourceContext } from '../deployed/resource-type';
import type { Clients } from '../services/clients';

interface DeployOptions {
  clients: Clients;
  state: StateFile;
  portalUrl: string;
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

const outputKey = (stack: string, output: string): string => `${stack}/${output}`;

/** A name in CloudFormation's style: stack, logical id, and a suffix that keeps it unique. */
const generatedName = (stack: string, logicalId: string): string =>
  `${stack}-${logicalId}`.slice(0, 50).concat('-', hashOf([stack, logicalId]).slice(0, 8).toUpperCase());

/** Makes one stack: each resource when it is first needed, so that everything it refers to exists before it. */
class StackDeployment implements References {
  readonly #made = new Map<string, Promise<Made>>();

  constructor(
    private readonly stack: Stack,
    private readonly context: ResourceContext,
    private readonly state: StateFile,
    /** By the name of an export, and by stack and output. */
    private readonly outputs: Map<string, unknown>,
  ) {}

  async run(): Promise<void> {
    const { Resources = {}, Outputs = {}, Conditions } = this.stack.template;
    if (Conditions) throw new Error(`${this.stack.name}: conditions are not known to the local cloud`);
    for (const [logicalId, resource] of Object.entries(Resources))
      if (!isDeployOnly(resource)) await this.#make(logicalId);
    for (const [logicalId, output] of Object.entries(Outputs)) {
      const value = await resolve(output.Value, this);
      this.outputs.set(outputKey(this.stack.name, logicalId), value);
      if (output.Export) this.outputs.set(String(await resolve(output.Export.Name, this)), value);
    }
  }

  #make(logicalId: string): Promise<Made> {
    const known = this.#made.get(logicalId);
    if (known) return known;
    const resource = this.stack.template.Resources?.[logicalId];
    if (!resource) throw new Error(`${this.stack.name} refers to ${logicalId}, which it does not declare`);
    const making = this.#makeNow(logicalId, resource).catch((error: unknown) => {
      throw new Error(
        `${this.stack.name}/${logicalId} (${resource.Type}): ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    });
    this.#made.set(logicalId, making);
    return making;
  }

  async #makeNow(logicalId: string, resource: TemplateResource): Promise<Made> {
    const { name: stackName, region, account, assets } = this.stack;
    const name = generatedName(stackName, logicalId);
    // Types that exist only in AWS have no resource here; a reference to one gets a name of the right kind.
    if (isDeployOnly(resource)) return { ref: name, attributes: { Arn: `arn:aws:local:${region}:${account}:${name}` } };
    const type = resourceTypes.find((one) => one.types.includes(resource.Type));
    if (!type) throw new Error('the local cloud does not know this resource type (local/cloud/resources)');
    const properties = (await resolve(resource.Properties ?? {}, this)) as Record<string, unknown>;
    const key = `${stackName}/${logicalId}`;
    const settings = hashOf(properties);
    const remembered = this.state.current.resources[key];
    if (remembered && remembered.settings !== settings)
      throw new Error('the template has changed it; delete the data folder to start afresh');
    const made = await type.make(
      {
        region,
        account,
        properties,
        generatedName: name,
        asset: (objectKey) => assets.get(objectKey),
        remembered: remembered?.id,
      },
      this.context,
    );
    if (made.remember) await this.state.change((state) => void (state.resources[key] = { id: made.ref, settings }));
    return made;
  }

  async ref(name: string): Promise<unknown> {
    const { region, account, name: stackName } = this.stack;
    const pseudo: Record<string, unknown> = {
      'AWS::Region': region,
      'AWS::AccountId': account,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': stackName,
      'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/${stackName}/local`,
    };
    if (name in pseudo) return pseudo[name];
    return (await this.#make(name)).ref;
  }

  async getAtt(resource: string, attribute: string): Promise<unknown> {
    const { attributes } = await this.#make(resource);
    const declared = this.stack.template.Resources?.[resource];
    if (!(attribute in attributes) && declared && isDeployOnly(declared)) return `${resource}.${attribute}`;
    if (!(attribute in attributes)) throw new Error(`${resource} has no attribute ${attribute} in the local cloud`);
    return attributes[attribute];
  }

  async importValue(name: string): Promise<unknown> {
    if (!this.outputs.has(name)) throw new Error(`No stack exports ${name}`);
    return this.outputs.get(name);
  }

  async stackOutput(stack: string, output: string): Promise<unknown> {
    const key = outputKey(stack, output);
    if (!this.outputs.has(key)) throw new Error(`The stack ${stack} has no output ${output}, or comes later`);
    return this.outputs.get(key);
  }
}

/**
 * Makes the resources of the stacks through the AWS APIs of `clients`; those with data of an earlier run stay.
 * @throws with stack, resource and reason if a resource cannot be made, or has data and other settings than in the
 * earlier run; an unknown type is an error and is never skipped
 */
export async function deploy(stacks: readonly Stack[], options: DeployOptions): Promise<Deployed> {
  const [first] = stacks;
  if (!first) throw new Error('There are no stacks in the synthesized templates');
  const deployed = nothingDeployed(first.region, first.account);
  const outputs = new Map<string, unknown>();
  for (const stack of stacks)
    await new StackDeployment(
      stack,
      { clients: options.clients, portalUrl: options.portalUrl, deployed },
      options.state,
      outputs,
    ).run();
  return deployed;
}
