import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import StripeSdk, { type Stripe } from 'stripe';
import { localStage } from '#shared/constants';
import type { RecordAccess } from '#shared/model/record-settings';
import { physicalName } from '../stage/names';
import { stageNames, stageSettings, type StageSettings } from '../stage/stages';

/**
 * The stage of `--stage NAME`, checked.
 * @throws {Error} one sentence that says what is wrong, or a line for each wrong setting
 */
export function stageNamed(name: unknown): StageSettings {
  if (typeof name !== 'string' || name === '' || name.startsWith('-'))
    throw new Error(`Name the stage: --stage NAME, one of ${stageNames.join(', ')} (infra/stage/stages.ts)`);
  return stageSettings(name);
}

/** Runs a command of the shell; throws if it fails. `cwd`: the folder that it runs in. */
export function runCommand([command = '', ...words]: readonly string[], cwd?: string): void {
  const { status, error } = spawnSync(command, words, { stdio: 'inherit', shell: process.platform === 'win32', cwd });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${words[0] ?? ''} ended with ${status ?? 'a signal'}`);
}

/** @throws {Error} for the laptop's stage, which would be deployed with pages that open nowhere else */
export function refuseLaptop(stage: string): void {
  if (stage === localStage)
    throw new Error('The stage "local" is what npm start runs; deploy another one (infra/stage/stages.ts)');
}

/** Runs a command line tool if its file (`import.meta.url`) was started; an error becomes its message and code 1. */
export async function runTool(file: string, usage: string, work: () => Promise<void>): Promise<void> {
  if (process.argv[1] !== fileURLToPath(file)) return;
  if (process.argv.includes('--help')) return console.log(usage);
  try {
    await work();
  } catch (error) {
    const { message = String(error), code } = error as { message?: string; code?: string };
    const isArgument = code?.startsWith('ERR_PARSE_ARGS') === true;
    console.error(isArgument ? `${message.replace(/\. To specify .*$/, '')}\n\n${usage}` : message);
    process.exitCode = 1;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** Runs a tool for a stage with its options and words; unknown options are errors: a slip must not run for real. */
export const runStageTool = <const O extends Options>(
  file: string,
  usage: string,
  options: O,
  work: (stage: StageSettings, values: Parsed<O>['values'], words: string[]) => Promise<void>,
): Promise<void> =>
  runTool(file, usage, async () => {
    const { values, positionals } = parseArgs({
      options: { ...options, stage: { type: 'string' } },
      allowPositionals: true,
    });
    await work(stageNamed((values as { stage?: string }).stage), values, positionals);
  });

/**
 * The JSON of a stage's secret, read with the credentials of the shell; undefined if the stage has no such secret yet.
 * @throws if the credentials do not give access to it
 */
export async function readStageSecret(
  stage: StageSettings,
  what: 'stripe' | 'records' | 'webhook',
): Promise<Record<string, string> | undefined> {
  const client = new SecretsManagerClient({ region: stage.region });
  try {
    const { SecretString = '{}' } = await client.send(
      new GetSecretValueCommand({ SecretId: physicalName(stage.name, what) }),
    );
    return JSON.parse(SecretString) as Record<string, string>;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}

/** Stripe's own client for a secret key; `base` names another Stripe-compatible server. */
export function stripeClient(secretKey: string, base?: string): Stripe {
  const { protocol: scheme, hostname: host, port: given } = new URL(base ?? 'https://api.stripe.com');
  const protocol = scheme === 'http:' ? 'http' : 'https';
  const port = given || (protocol === 'http' ? 80 : 443);
  return new StripeSdk(secretKey, { timeout: 10_000, telemetry: false, host, port, protocol });
}

/**
 * What the stage's domain asks of every client, from the shell of whoever runs a tool: KINTONE_BASIC_AUTH_USERNAME and
 * KINTONE_BASIC_AUTH_PASSWORD for basic authentication, KINTONE_PFX_FILE (a path) and KINTONE_PFX_PASSWORD for a client
 * certificate. A variable without its partner is an error.
 */
export function accessFromShell(env: Readonly<Record<string, string | undefined>> = process.env): RecordAccess {
  const pair = (first: string, second: string): [string, string] | undefined => {
    const [one, other] = [env[first] || undefined, env[second] || undefined];
    if (one !== undefined && other !== undefined) return [one, other];
    if (one !== undefined || other !== undefined) throw new Error(`Set both ${first} and ${second}, or neither`);
    return undefined;
  };
  const basic = pair('KINTONE_BASIC_AUTH_USERNAME', 'KINTONE_BASIC_AUTH_PASSWORD');
  const certificate = pair('KINTONE_PFX_FILE', 'KINTONE_PFX_PASSWORD');
  return {
    ...(basic && { basicAuth: { username: basic[0], password: basic[1] } }),
    ...(certificate && {
      clientCertificate: { pfx: readFileSync(certificate[0]).toString('base64'), password: certificate[1] },
    }),
  };
}
