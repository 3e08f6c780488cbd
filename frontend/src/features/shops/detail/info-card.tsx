import { Pencil } from 'lucide-react';
import { metadataKeys, type ShopRecord } from '#shared/model/customer';
import type { StripeAddress } from '#shared/model/address';
import { phoneText, shopName } from '../../../lib/format';
import { AddressText } from '../../shop-page/address-text';
import { Button } from '../../../ui/basics';
import { Card, DateText, DetailList } from '../../../ui/content';

const Unset = () => <span className="text-ink-soft">未設定</span>;

/** The shop's name, contacts and addresses (spec 2, Store detail). */
export function InfoCard({ customer, onEdit }: Pick<ShopRecord, 'customer'> & { onEdit: () => void }) {
  const agency = customer.metadata[metadataKeys.agencyName];
  return (
    <Card
      title="店舗情報"
      actions={
        <Button variant="secondary" size="sm" Icon={Pencil} onClick={onEdit}>
          編集
        </Button>
      }
    >
      <DetailList
        rows={{
          店舗名: shopName(customer),
          代理店名: agency ?? <Unset />,
          メールアドレス: customer.email ?? <Unset />,
          電話番号: customer.phone ? <span className="tabular-nums">{phoneText(customer.phone)}</span> : <Unset />,
          登録日: <DateText unix={customer.created} />,
          請求先住所: <AddressOrUnset address={customer.address} />,
          お届け先: (
            <>
              <AddressOrUnset address={customer.shipping?.address} name={customer.shipping?.name} />
              {customer.shipping?.phone && (
                <span className="block tabular-nums">{phoneText(customer.shipping.phone)}</span>
              )}
            </>
          ),
        }}
      />
    </Card>
  );
}

function AddressOrUnset({
  address,
  name,
}: {
  address: StripeAddress | null | undefined;
  name?: string | null | undefined;
}) {
  const written = address && (address.postal_code || address.state || address.city || address.line1 || address.line2);
  if (!written) return name ?? <Unset />;
  return <AddressText name={name} {...address} postalCode={address.postal_code} />;
}
