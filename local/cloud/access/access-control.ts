import { createHash } from 'node:crypto';
import type { AwsEmulator } from '#emulators/aws';
import type { WireRequest, WireResponse } from '#emulators/platform';
import type { Deployed, DeployedFunction } from '../deployed/deployed';
import { allows } from '../deployed/statement';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Each function's own credentials, the same on every run, so that the front of a service recognizes the caller. */
export function credentialsOf(functionName: string): Credentials {
  const digest = createHash('sha256').update(functionName).digest('hex').toUpperCase();
  return { accessKeyId: `ASIA${digest.slice(0, 16)}`, secretAccessKey: digest.slice(16, 56) };
}

/** The access key of a signed request: in its header, or in the query of a presigned address. */
const accessKeyIn = ({ headers, url }: WireRequest): string | undefined =>
  /Credential=([^/,\s]+)\//.exec(headers['authorization'] ?? '')?.[1] ??
  /[?&]X-Amz-Credential=([^%/&]+)/.exec(url)?.[1];

/**
 * Limits each function to the policies of its role, as IAM does (decisions/laptop-and-tests). Credentials of tools and
 * tests may do everything; the service itself decides on requests without credentials.
 */
export class AccessControl {
  #deployed: Deployed | undefined;
  #byKey = new Map<string, DeployedFunction>();

  constructor(private readonly report: (functionName: string, line: string) => void) {}

  /** Uses these policies from now on. */
  use(deployed: Deployed): void {
    this.#deployed = deployed;
    this.#byKey = new Map(
      [...deployed.functions.values()].map((target) => [credentialsOf(target.name).accessKeyId, target]),
    );
  }

  /** The secret of a function's access key. */
  secretOf(accessKeyId: string): string | undefined {
    const target = this.#byKey.get(accessKeyId);
    return target && credentialsOf(target.name).secretAccessKey;
  }

  /** The service's refusal, or undefined if the request may pass. */
  refusal(emulator: Pick<AwsEmulator, 'demandsOf' | 'fault'>, request: WireRequest): WireResponse | undefined {
    const caller = this.#byKey.get(accessKeyIn(request) ?? '');
    const deployed = this.#deployed;
    if (!caller || !deployed) return undefined;
    const { region, account, arns } = deployed;
    const role = caller.roleArn.split('/').at(-1) ?? '';
    const statements = deployed.statements.get(role) ?? [];
    const denied = emulator
      .demandsOf(request, { region, account, arnOf: (id) => arns.get(id) })
      .find(({ action, resource }) => !allows(statements, action, resource));
    if (!denied) return undefined;
    const user = `arn:aws:sts::${account}:assumed-role/${role}/${caller.name}`;
    const message =
      `User: ${user} is not authorized to perform: ${denied.action} on resource: ${denied.resource} ` +
      `because no identity-based policy allows the ${denied.action} action`;
    this.report(caller.name, `AccessDenied ${message}`);
    return emulator.fault('access-denied', message);
  }
}
