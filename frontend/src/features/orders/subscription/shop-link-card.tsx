import { metadataKeys, type ShopRecord } from '#shared/model/customer';
import { paths } from '../../../lib/paths';
import { shopName } from '../../../lib/shop-name';
import { AddressText } from '../../shop-page/address-text';
import { ButtonLink } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { DetailList } from '../../../ui/detail-list';

/** Whose subscription it is (spec 2, Subscription detail). */
export function ShopLinkCard({ customer }: Pick<ShopRecord, 'customer'>) {
  const agency = customer.metadata[metadataKeys.agencyName];
  const { shipping } = customer;
  return (
    <Card title="店舗">
      <DetailList
        narrow
        rows={{
          店舗名: shopName(customer),
          代理店名: agency,
          メール: customer.email,
          お届け先: shipping && (
            <AddressText name={shipping.name} {...shipping.address} postalCode={shipping.address.postal_code} />
          ),
        }}
      />
      <div className="mt-6">
        <ButtonLink to={paths.shop(customer.id)} variant="secondary">
          店舗詳細へ
        </ButtonLink>
      </div>
    </Card>
  );
}
