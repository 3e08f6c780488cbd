import type { ListUserPoolsRequest, ListUserPoolsResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { page } from '../services/paging';

/** All pools, in pages. */
export const listUserPools = operation<ListUserPoolsRequest, ListUserPoolsResponse>('ListUserPools')({
  requires: ['MaxResults'],
  takes: ['NextToken'],
  run: async (cognito, input) => {
    const { items, next } = page([...cognito.store.pools.values()], input.MaxResults, input.NextToken);
    return {
      UserPools: items.map(({ id, name, settings, created, modified }) => ({
        Id: id,
        Name: name,
        LambdaConfig: settings.LambdaConfig ?? {},
        CreationDate: new Date(created),
        LastModifiedDate: new Date(modified),
      })),
      ...(next !== undefined && { NextToken: next }),
    };
  },
});
