import type {
  ListUserPoolClientsRequest,
  ListUserPoolClientsResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { poolById } from '../services/find';
import { page } from '../services/paging';

/** A pool's app clients. */
export const listUserPoolClients = operation<ListUserPoolClientsRequest, ListUserPoolClientsResponse>(
  'ListUserPoolClients',
)({
  requires: ['UserPoolId'],
  takes: ['MaxResults', 'NextToken'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const clients = [...cognito.store.clients.values()].filter((client) => client.poolId === pool.id);
    const { items, next } = page(clients, input.MaxResults, input.NextToken);
    return {
      UserPoolClients: items.map(({ id, name, poolId }) => ({ ClientId: id, ClientName: name, UserPoolId: poolId })),
      ...(next !== undefined && { NextToken: next }),
    };
  },
});
