import { metadataKeys, type ShopRecord } from '#shared/model/customer';
import { paths } from '../../../lib/paths';
import { shopName } from '../../../lib/shop-name';
import { AddressText } from '../address-text';
import { ButtonLink } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { DetailRow } from '../../../ui/detail-row';

/** Whose subscription it is (spec 2, Subscription detail). */
export function ShopLinkCard({ customer }: Pick<ShopRecord, 'customer'>) {
  const agency = customer.metadata[metadataKeys.agencyName];
  const { shipping } = customer;
  return (
    <Card title="店舗">
      <dl className="-my-3 divide-y divide-line">
        <DetailRow narrow label="店舗名">
          {shopName(customer)}
        </DetailRow>
        {agency && (
          <DetailRow narrow label="代理店名">
            {agency}
          </DetailRow>
        )}
        {customer.email && (
          <DetailRow narrow label="メール">
            {customer.email}
          </DetailRow>
        )}
        {shipping && (
          <DetailRow narrow label="お届け先">
            <AddressText
              name={shipping.name}
              postalCode={shipping.address.postal_code}
              state={shipping.address.state}
              city={shipping.address.city}
              line1={shipping.address.line1}
              line2={shipping.address.line2}
            />
          </DetailRow>
        )}
      </dl>
      <div className="mt-6">
        <ButtonLink to={paths.shop(customer.id)} variant="secondary">
          店舗詳細へ
        </ButtonLink>
      </div>
    </Card>
  );
}
