import * as z from 'zod/mini';
import { errors } from '../errors';
import { errorsOf } from './errors-of';
import type { ListedCall } from '.';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

const content = (schema: Json): Json => ({ 'application/json': { schema } });

/** Parameters of a path or a query, one for each property of its schema. */
function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
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

/** One response for each status a call may refuse with, naming the codes behind it. */
function refusals(call: ListedCall): Json {
  const codes = errorsOf(call);
  const statuses = [...new Set(codes.map((code) => errors[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const group = codes.filter((code) => errors[code].status === status);
      const description = group.join(', ');
      return [
        String(status),
        {
          description,
          content: content({
            allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: group } } }],
          }),
        },
      ];
    }),
  );
}

function operation(call: ListedCall): Json {
  return {
    operationId: call.name,
    tags: [call.noun],
    summary: call.summary,
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...(call.body && {
      requestBody: {
        required: !call.body.safeParse(undefined).success,
        content: content(jsonSchema(call.body, 'input')),
      },
    }),
    responses: {
      '200': { description: 'OK', content: content(jsonSchema(call.response, 'output')) },
      ...refusals(call),
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

/** The OpenAPI 3.1 document of the contract table. */
export function openApi(calls: readonly ListedCall[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) };
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
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
    },
  };
}
