import type { EnvironmentName } from '#shared/environment';
import { contactSchema, type Contact } from '#shared/model/business';

/** The value of a variable that the stack sets; throws with its name if it is missing. */
export function requireEnv(name: EnvironmentName): string {
  const value = process.env[name];
  if (!value) throw new Error(`Environment variable ${name} is not set`);
  return value;
}

/** The value of an optional setting; undefined if it is unset or empty. */
export function optionalEnv(name: EnvironmentName): string | undefined {
  return process.env[name] || undefined;
}

/** Where customers of the stage reach its staff. */
export const stageContact = (): Contact => contactSchema.parse(JSON.parse(requireEnv('CONTACT')));
