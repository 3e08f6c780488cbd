import type { EndingPreview } from '#shared/model/ending-plan';
import { handler as previewEnding } from '../api/ending/preview-ending';
import type { CallHandler } from '../http/define-handler';
import type { ApiResponse } from '../../local/testing/functions';
import type { ShopOwner } from './payment-services';
import type { SubscribedShop } from './subscribed-shop';

/** The calls about the end of a subscription, by its owner. `of` is asked at each call: tests make both anew. */
export function endingCalls(of: () => { owner: ShopOwner; shop: SubscribedShop }) {
  const send = (handler: CallHandler, method: 'GET' | 'POST' | 'DELETE', body?: unknown): Promise<ApiResponse> => {
    const { owner, shop } = of();
    const params = { id: shop.subscriptionId };
    return owner.browser.send(handler, { method, path: '/api', params, ...(body !== undefined && { body }) });
  };
  const preview = async (): Promise<EndingPreview> =>
    (await send(previewEnding, 'GET')).body as unknown as EndingPreview;
  /** A way to end it as it is shown now, and what the screen then sends. */
  const choose = async (index: number) => {
    const { choices, owed } = await preview();
    const choice = choices[index];
    if (!choice) throw new Error(`There is no choice ${index}`);
    const endsAt = choice.way === 'now' ? null : choice.endsAt;
    return { choice, order: { endsAt, seen: { total: choice.total, owed } } };
  };
  return { send, preview, choose };
}
