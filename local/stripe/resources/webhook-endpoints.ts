import type Stripe from 'stripe';
import { page, paging } from '../wire/paging';
import { paramsOf } from '../wire/params';
import { route, type Route } from '../calls/route';

const listParams = paramsOf<Stripe.WebhookEndpointListParams>()({ ...paging });

/**
 * Where events go, as the emulator's options have it: one endpoint at most, for every event. It is not made or
 * changed by a call.
 */
export const webhookEndpointRoutes: Route[] = [
  route('GET /v1/webhook_endpoints', listParams, ({ account }, paging) => {
    const url = account.addresses.webhookUrl?.();
    const endpoint: Omit<Stripe.WebhookEndpoint, 'lastResponse'> | undefined =
      url === undefined
        ? undefined
        : {
            id: 'we_local',
            object: 'webhook_endpoint',
            api_version: null,
            application: null,
            created: 0,
            description: null,
            enabled_events: ['*'],
            livemode: false,
            metadata: {},
            status: 'enabled',
            url,
          };
    return page('/v1/webhook_endpoints', endpoint ? [endpoint] : [], paging, 'webhook endpoint');
  }),
];
