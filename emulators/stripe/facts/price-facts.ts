import { same, type Fact } from '../../platform/facts';
import type { StripeSandbox } from './stripe-sandbox';

/** Prices of the catalogue, which the portal finds by their lookup keys. */
export const priceFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'archived-price-keeps-lookup-key',
    says: 'An archived price keeps its lookup key until a new one takes it by transfer_lookup_key.',
    page: 'https://docs.stripe.com/products-prices/manage-prices#lookup-keys',
    async check({ stripe, prices, onClose }) {
      const { product: id } = await stripe.prices.retrieve(prices.first);
      const product = typeof id === 'string' ? id : id.id;
      const key = `portal_facts_${prices.first.slice(-8)}_${Math.floor(Date.now() / 1000)}`;
      const given = { product, currency: 'jpy', unit_amount: 100, lookup_key: key } as const;
      const old = await stripe.prices.create(given);
      await stripe.prices.update(old.id, { active: false });
      const refused = await stripe.prices.create(given).then(
        () => false,
        () => true,
      );
      same('whether a second price with the key is refused', true, refused);
      const young = await stripe.prices.create({ ...given, transfer_lookup_key: true });
      onClose(() => stripe.prices.update(young.id, { active: false }));
      same('the price by the key', young.id, (await stripe.prices.list({ lookup_keys: [key] })).data[0]?.id);
    },
  },
];
