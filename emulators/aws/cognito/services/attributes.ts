import type { AttributeType, SchemaAttributeType } from '@aws-sdk/client-cognito-identity-provider';
import type { ClientRecord, ContactAttribute, PoolRecord, UserRecord } from '../store/records';
import { invalidParameter, notAuthorized } from './errors';

export function toRecord(attributes: AttributeType[] | undefined): Record<string, string> {
  return Object.fromEntries((attributes ?? []).map(({ Name, Value }) => [Name ?? '', Value ?? '']));
}

export function toList(attributes: Record<string, string>): AttributeType[] {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

/** All of a user's attributes with `sub`, as tokens, triggers and responses show them. */
export const attributesOf = (user: UserRecord): Record<string, string> => ({ sub: user.sub, ...user.attributes });

/** A client without a list has the standard attributes (API_CreateUserPoolClient, ReadAttributes, WriteAttributes). */
const isAllowed = (named: readonly string[] = [], name: string): boolean =>
  named.length > 0 ? named.includes(name) : !name.startsWith('custom:');

/** Attributes that the client may read. */
export function readable(client: ClientRecord, attributes: Record<string, string>): Record<string, string> {
  const { ReadAttributes } = client.settings;
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => name === 'sub' || isAllowed(ReadAttributes, name)),
  );
}

const nonconforming = (problem: string) => invalidParameter(`Attributes did not conform to the schema: ${problem}`);

function checkValue(attribute: SchemaAttributeType, value: string): void {
  const { Name: name = '' } = attribute;
  if (name === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
    throw invalidParameter('Invalid email address format.');
  if (name === 'phone_number' && !/^\+[1-9]\d{4,14}$/.test(value))
    throw invalidParameter('Invalid phone number format.');
  if (attribute.AttributeDataType === 'Boolean' && !/^(true|false)$/i.test(value))
    throw nonconforming(`${name}: Type mismatch\n`);
  if (attribute.AttributeDataType === 'Number') {
    const { MinValue, MaxValue } = attribute.NumberAttributeConstraints ?? {};
    if (value.trim() === '' || !Number.isFinite(Number(value))) throw nonconforming(`${name}: Type mismatch\n`);
    if (MinValue !== undefined && Number(value) < Number(MinValue))
      throw nonconforming(`${name}: Number must be no less than ${MinValue}\n`);
    if (MaxValue !== undefined && Number(value) > Number(MaxValue))
      throw nonconforming(`${name}: Number must be no greater than ${MaxValue}\n`);
  }
  if (attribute.AttributeDataType === 'String') {
    const { MinLength = '0', MaxLength = '2048' } = attribute.StringAttributeConstraints ?? {};
    if (value.length > Number(MaxLength))
      throw nonconforming(`${name}: String must be no longer than ${MaxLength} characters\n`);
    if (value.length < Number(MinLength))
      throw nonconforming(`${name}: String must be no shorter than ${MinLength} characters\n`);
  }
}

/**
 * Checks values against the pool's schema and the writer's permissions.
 * @param client absent for an administrator, who may write everything
 * @param existing the user that is changed; absent if one is created
 */
export function checkAttributes(
  pool: PoolRecord,
  values: Record<string, string>,
  client?: ClientRecord,
  existing?: UserRecord,
): void {
  for (const [name, value] of Object.entries(values)) {
    const attribute = pool.schema.find((candidate) => candidate.Name === name);
    if (!attribute) throw nonconforming(`Type for attribute {${name}} could not be determined`);
    if (client) {
      const verdict = name === 'email_verified' || name === 'phone_number_verified';
      if (verdict || !isAllowed(client.settings.WriteAttributes, name))
        throw notAuthorized('A client attempted to write unauthorized attribute');
    }
    if (name === 'sub' || (existing && attribute.Mutable === false))
      throw invalidParameter(`user.${name}: Attribute cannot be updated.\n`);
    if (value === '' && existing) {
      if (attribute.Required || pool.settings.UsernameAttributes?.some((alias) => alias === name)) {
        throw nonconforming(`${name}: The attribute is required\n`);
      }
      continue;
    }
    checkValue(attribute, value);
  }
}

/** @throws InvalidParameterException if a new user lacks an attribute that the pool requires */
export function checkRequired(pool: PoolRecord, values: Record<string, string>): void {
  const missing = pool.schema.filter(
    ({ Name = '', Required }) => Required && Name !== 'sub' && values[Name] === undefined,
  );
  if (missing.length > 0)
    throw nonconforming(missing.map(({ Name }) => `${Name}: The attribute is required\n`).join(''));
}

/** Cognito's word for an address or number in its messages. */
export const contactNoun: Readonly<Record<ContactAttribute, string>> = { email: 'email', phone_number: 'phone number' };

/** @throws InvalidParameterException for an attribute that no code can prove */
export function contactAttribute(name: string): ContactAttribute {
  if (name === 'email' || name === 'phone_number') return name;
  throw invalidParameter(`Invalid attribute name: ${name}. Only email and phone_number can be verified.`);
}
