import type { SchemaAttributeType } from '@aws-sdk/client-cognito-identity-provider';
import { invalidParameter, notEmulated } from './errors';

const text = (Name: string, MaxLength = '2048', MinLength = '0'): SchemaAttributeType => ({
  Name,
  AttributeDataType: 'String',
  DeveloperOnlyAttribute: false,
  Mutable: true,
  Required: false,
  StringAttributeConstraints: { MinLength, MaxLength },
});
const flag = (Name: string): SchemaAttributeType => ({
  Name,
  AttributeDataType: 'Boolean',
  DeveloperOnlyAttribute: false,
  Mutable: true,
  Required: false,
});

/** The attributes that every pool has (developer guide, "Standard attributes"). */
const standardAttributes: readonly SchemaAttributeType[] = [
  { ...text('sub', '2048', '1'), Mutable: false, Required: true },
  ...[
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'email',
  ].map((name) => text(name)),
  flag('email_verified'),
  text('gender'),
  text('birthdate', '10', '10'),
  ...['zoneinfo', 'locale', 'phone_number', 'address'].map((name) => text(name)),
  flag('phone_number_verified'),
  {
    Name: 'updated_at',
    AttributeDataType: 'Number',
    DeveloperOnlyAttribute: false,
    Mutable: true,
    Required: false,
    NumberAttributeConstraints: { MinValue: '0' },
  },
];

/**
 * The pool's schema: the standard attributes as CreateUserPool's Schema changes them, and the custom ones with their
 * prefix.
 */
export function poolSchema(declared: SchemaAttributeType[] = []): SchemaAttributeType[] {
  const schema = standardAttributes.map((attribute) => structuredClone(attribute));
  for (const given of declared) {
    if (given.DeveloperOnlyAttribute) throw notEmulated('DeveloperOnlyAttribute in Schema');
    if (!given.Name) throw invalidParameter('Invalid schema: an attribute without a name');
    const standard = schema.find((attribute) => attribute.Name === given.Name);
    if (standard) {
      const changed = { ...standard, ...given };
      schema[schema.indexOf(standard)] = changed;
      continue;
    }
    const type = given.AttributeDataType ?? 'String';
    schema.push({
      AttributeDataType: type,
      DeveloperOnlyAttribute: false,
      Mutable: given.Mutable ?? false,
      Required: false,
      ...(type === 'String' && { StringAttributeConstraints: given.StringAttributeConstraints ?? {} }),
      ...(type === 'Number' && { NumberAttributeConstraints: given.NumberAttributeConstraints ?? {} }),
      Name: `custom:${given.Name}`,
    });
    if (given.Required) throw invalidParameter('Required custom attributes are not supported currently.');
  }
  return schema;
}
