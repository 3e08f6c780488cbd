import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { errors, type ErrorCode } from '#shared/errors';
import { idempotencyHeader, sessionCookie } from '#shared/constants';
import { calls, type ListedCall } from '#shared/contract/index';
import { commonErrors, errorsOf } from '#shared/contract/call';
import { userSchema, sessionSchema } from '#shared/model/account';
import { stripeAddressSchema } from '#shared/model/address';
import { customerSchema, paymentSchema, shopRecordSchema, subscriptionSchema } from '#shared/model/customer';
import {
  deviceGroupSchema,
  deviceRequestSchema,
  deviceSchema,
  repairRecordSchema,
  workRecordSchema,
} from '#shared/model/device';
import { explainedLineSchema } from '#shared/model/document';
import { movementSchema } from '#shared/model/movement';
import { chargeSchema, pricedOrderSchema, promoSchema, quantityPreviewSchema } from '#shared/model/pricing';
import { messageSchema } from '#shared/contract/parts';

/** The parts of responses, by their names in the API document. Request bodies are written there in full. */
const namedSchemas = {
  Message: messageSchema,
  User: userSchema,
  Session: sessionSchema,
  Shop: shopRecordSchema,
  Customer: customerSchema,
  Address: stripeAddressSchema,
  Subscription: subscriptionSchema,
  Payment: paymentSchema,
  Pricing: pricedOrderSchema,
  Promotion: promoSchema,
  QuantityPreview: quantityPreviewSchema,
  Charge: chargeSchema,
  Device: deviceSchema,
  DeviceGroup: deviceGroupSchema,
  DeviceRequest: deviceRequestSchema,
  Repair: repairRecordSchema,
  WorkRecord: workRecordSchema,
  Movement: movementSchema,
  DocumentLine: explainedLineSchema,
} as const;

type Json = Record<string, unknown>;

const ids = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) ids.add(schema, { id });

/** A schema as JSON Schema. Named schemas inside it become references and are added to `found`. */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', found: Json): Json {
  // The wrapping object makes a schema that itself has a name a reference too.
  const whole = z.toJSONSchema(z.object({ schema }), { io, metadata: ids, unrepresentable: 'any' });
  const { $defs = {}, properties } = JSON.parse(
    JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as { $defs?: Json; properties: { schema: Json } };
  for (const [name, { id: _id, ...definition }] of Object.entries($defs as Record<string, Json>))
    found[name] = definition;
  return properties.schema;
}

const content = (schema: Json): Json => ({ 'application/json': { schema } });

/** Parameters of a path or a query, one for each property of its schema. */
function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query', found: Json): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', found) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const refusal = (codes: readonly ErrorCode[]): Json => ({
  description: 'Refused with one of these codes',
  content: content({ allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] }),
});

/** One response for each status that a call may be refused with; its name lists the codes that not every call has. */
function refusals(call: ListedCall, found: Json): Json {
  const codes = errorsOf(call);
  const statuses = [...new Set(codes.map((code) => errors[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const group = codes.filter((code) => errors[code].status === status).toSorted();
      const name = [status, ...group.filter((code) => !commonErrors.includes(code))].join('.');
      found[name] = refusal(group);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** The components that operations refer to, collected on the way. */
interface Components {
  schemas: Json;
  responses: Json;
}

function operation(call: ListedCall, { schemas, responses }: Components): Json {
  const named = [
    ...parameters(call.params, 'path', schemas),
    ...parameters(call.query, 'query', schemas),
    ...(call.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: call.name,
    tags: [call.noun],
    summary: call.summary,
    ...(named.length > 0 && { parameters: named }),
    ...(call.body && {
      requestBody: {
        required: !call.body.safeParse(undefined).success,
        content: content(jsonSchema(call.body, 'input', schemas)),
      },
    }),
    responses: {
      '200': { description: 'OK', content: content(jsonSchema(call.response, 'output', schemas)) },
      ...refusals(call, responses),
    },
    ...((call.access === 'user' || call.access === 'admin') && { security: [{ session: [] }] }),
  };
}

const errorSchema: Json = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string', description: 'For people, in Japanese' },
    requestId: { type: 'string' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Wrong values of the body by their path, each with a text for its reader',
    },
  },
};

const idempotencyKey: Json = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 16, maxLength: 255, pattern: '^[ -~]+$' },
  description:
    'Names this attempt: for at least 23 hours, a repeated request with the same key has the effect of one and ' +
    'gets its response. Without it, the same content of the same user within a minute counts as repeated.',
};

const sorted = (map: Json): Json =>
  Object.fromEntries(Object.entries(map).toSorted(([left], [right]) => (left < right ? -1 : 1)));

/** The OpenAPI 3.1 document of the contract table. */
function openApi(): Json {
  const paths: Record<string, Json> = {};
  const components: Components = { schemas: {}, responses: {} };
  for (const call of calls)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call, components) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Revonizer customer portal',
      version: '1',
      description: 'Generated from shared/contract by `npm run openapi`.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: errorSchema, ...sorted(components.schemas) },
      responses: sorted(components.responses),
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
  };
}

/** JSON in which each value that fits into 120 columns stands on one line. */
function jsonText(value: unknown, indent = '', label = ''): string {
  const line = `${label}${JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ')}`;
  if (typeof value !== 'object' || value === null || indent.length + line.length < 120) return `${indent}${line}`;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value).map(([name, one]) =>
    jsonText(one, `${indent} `, Array.isArray(value) ? '' : `${JSON.stringify(name)}: `),
  );
  return [`${indent}${label}${open}`, entries.join(',\n'), `${indent}${close}`].join('\n');
}

/** The text of docs/openapi.json. */
export const openApiText = (): string => `${jsonText(openApi())}\n`;

// `npm run openapi`
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync('docs/openapi.json', openApiText());
