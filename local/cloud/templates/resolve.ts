/** The values that intrinsic functions refer to. */
export interface References {
  /** Value of `Ref`: a resource's physical id, a parameter, or a pseudo parameter (`AWS::Region`). */
  ref(name: string): Promise<unknown>;
  getAtt(resource: string, attribute: string): Promise<unknown>;
  importValue(name: string): Promise<unknown>;
  /** An output of another stack, exported or not. */
  stackOutput(stack: string, output: string): Promise<unknown>;
}

type Intrinsic = (argument: unknown, references: References) => Promise<unknown>;

const text = (value: unknown, where: string): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`${where} needs a text, not ${JSON.stringify(value)}`);
};

const list = (value: unknown, where: string): unknown[] => {
  if (Array.isArray(value)) return value;
  throw new Error(`${where} needs a list, not ${JSON.stringify(value)}`);
};

/** The short form, of pseudo parameters and resources: what no stack declares is refused by its name. */
async function substitute(argument: unknown, references: References): Promise<string> {
  const parts = text(argument, 'Fn::Sub').split(/\$\{([^}]*)\}/);
  const values = await Promise.all(parts.map(async (part, index) => (index % 2 === 0 ? part : references.ref(part))));
  return values.map((value) => text(value, 'Fn::Sub')).join('');
}

/**
 * The intrinsic functions of CloudFormation that the portal's templates have (AWS CloudFormation Template Reference,
 * "Intrinsic functions").
 */
const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, references) => references.ref(text(argument, 'Ref')),
  'Fn::GetAtt': async (argument, references) => {
    const [resource, attribute] = list(await resolve(argument, references), 'Fn::GetAtt');
    return references.getAtt(text(resource, 'Fn::GetAtt'), text(attribute, 'Fn::GetAtt'));
  },
  'Fn::Sub': substitute,
  'Fn::ImportValue': async (argument, references) =>
    references.importValue(text(await resolve(argument, references), 'Fn::ImportValue')),
  'Fn::GetStackOutput': async (argument, references) => {
    const { StackName, OutputName } = (await resolve(argument, references)) as Record<string, unknown>;
    return references.stackOutput(text(StackName, 'Fn::GetStackOutput'), text(OutputName, 'Fn::GetStackOutput'));
  },
  'Fn::Join': async (argument, references) => {
    const [separator, parts] = list(await resolve(argument, references), 'Fn::Join');
    return list(parts, 'Fn::Join')
      .map((part) => text(part, 'Fn::Join'))
      .join(text(separator, 'Fn::Join'));
  },
  'Fn::Split': async (argument, references) => {
    const [separator, whole] = list(await resolve(argument, references), 'Fn::Split');
    return text(whole, 'Fn::Split').split(text(separator, 'Fn::Split'));
  },
  'Fn::Select': async (argument, references) => {
    const [index, values] = list(await resolve(argument, references), 'Fn::Select');
    const value = list(values, 'Fn::Select')[Number(index)];
    if (value === undefined) throw new Error(`Fn::Select: there is no element ${String(index)}`);
    return value;
  },
};

/**
 * A value of a template with all its intrinsic functions resolved.
 * @throws for an unknown function, and for references that are not found
 */
export async function resolve(value: unknown, references: References): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => resolve(one, references)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only && (only[0] === 'Ref' || only[0].startsWith('Fn::'))) {
    const [name, argument] = only;
    const intrinsic = intrinsics[name];
    if (!intrinsic) throw new Error(`The intrinsic function ${name} is not known to the local cloud`);
    return intrinsic(argument, references);
  }
  const resolved = await Promise.all(
    entries.map(async ([name, inner]) => [name, await resolve(inner, references)] as const),
  );
  return Object.fromEntries(resolved);
}
