import type Stripe from 'stripe';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import { clearable, flag, list, paramsOf, required, text, not, unsupported } from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { changeWithEvent, recordEvent } from '../events/record-event';
import { newId } from '../state/new-id';
import { putProduct } from '../rules/catalogue';

const notSupported = {
  ...not('marketing_features package_dimensions shippable statement_descriptor tax_code tax_details'),
} as const;

const createParams = paramsOf<Stripe.ProductCreateParams>()({
  ...notSupported,
  name: required(text()),
  active: flag(),
  default_price_data: unsupported,
  description: text(40_000),
  id: text(255),
  images: list(text(), 8),
  metadata: metadata(),
  type: unsupported,
  unit_label: text(12),
  url: text(),
});
const updateParams = paramsOf<Stripe.ProductUpdateParams>()({
  ...notSupported,
  active: flag(),
  default_price: text(),
  description: clearable(text(40_000)),
  images: clearable(list(text(), 8)),
  metadata: metadata(),
  name: text(),
  unit_label: clearable(text(12)),
  url: clearable(text()),
});
const listParams = paramsOf<Stripe.ProductListParams>()({
  ...paging,
  active: flag(),
  created: timeFilter,
  ids: list(text()),
  shippable: unsupported,
  type: unsupported,
  url: text(),
});

export const productRoutes: Route[] = [
  route('POST /v1/products', createParams, ({ account }, given) => {
    const id = given.id ?? newId('prod');
    if (account.get('products', id)) {
      throw errors.invalid(`Product already exists: ${id}`, { code: 'resource_already_exists', param: 'id' });
    }
    const product = putProduct(account, {
      id,
      active: given.active ?? true,
      description: given.description ?? null,
      images: given.images ?? [],
      metadata: mergeMetadata({}, given.metadata),
      name: given.name,
      unit_label: given.unit_label ?? null,
      url: given.url ?? null,
    });
    recordEvent(account, 'product.created', 'products', product);
    return product;
  }),
  route('GET /v1/products', listParams, ({ account }, { active, created, ids, url, ...paging }) => {
    const all = account.store
      .all('products')
      .filter((one) => hasAll(one, { active, url }) && withinTime(one.created, created))
      .filter((one) => !ids || ids.includes(one.id));
    return page('/v1/products', all, paging, 'product');
  }),
  route('GET /v1/products/{product}', {}, ({ account, path }) => account.need('products', path['product'] ?? '')),
  route(
    'POST /v1/products/{product}',
    updateParams,
    ({ account, path }, { metadata: change, images, default_price: price, ...plain }) => {
      const product = account.need('products', path['product'] ?? '');
      if (price !== undefined) account.need('prices', price, 'default_price');
      return changeWithEvent(account, 'product.updated', 'products', product.id, {
        ...plain,
        ...(images !== undefined && { images: images ?? [] }),
        ...(price !== undefined && { default_price: price }),
        metadata: mergeMetadata(product.metadata, change),
        updated: account.now,
      });
    },
  ),
];
