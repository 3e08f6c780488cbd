import { Pencil } from 'lucide-react';
import { metadataKeys, type ShopRecord } from '#shared/model/customer';
import type { StripeAddress } from '#shared/model/address';
import { shopName } from '../../../lib/shop-name';
import { AddressText } from '../address-text';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { DateText } from '../../../ui/date-text';
import { DetailRow } from '../../../ui/detail-row';

const Unset = () => <span className="text-ink-soft">未設定</span>;

/** The shop's name, contacts and addresses (spec 2, Store detail). */
export function InfoCard({ customer, onEdit }: Pick<ShopRecord, 'customer'> & { onEdit: () => void }) {
  const agency = customer.metadata[metadataKeys.agencyName];
  return (
    <Card
      title="店舗情報"
      actions={
        <Button variant="secondary" size="sm" icon={<Pencil aria-hidden className="size-4" />} onClick={onEdit}>
          編集
        </Button>
      }
    >
      <dl className="-my-3 divide-y divide-line">
        <DetailRow label="店舗名">{shopName(customer)}</DetailRow>
        <DetailRow label="代理店名">{agency ?? <Unset />}</DetailRow>
        <DetailRow label="メールアドレス">{customer.email ?? <Unset />}</DetailRow>
        <DetailRow label="電話番号">
          {customer.phone ? <span className="tabular-nums">{customer.phone}</span> : <Unset />}
        </DetailRow>
        <DetailRow label="登録日">
          <DateText unix={customer.created} />
        </DetailRow>
        <DetailRow label="請求先住所">
          <AddressOrUnset address={customer.address} />
        </DetailRow>
        <DetailRow label="お届け先">
          <AddressOrUnset address={customer.shipping?.address} name={customer.shipping?.name} />
          {customer.shipping?.phone && <span className="block tabular-nums">{customer.shipping.phone}</span>}
        </DetailRow>
      </dl>
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
  return (
    <AddressText
      name={name}
      postalCode={address.postal_code}
      state={address.state}
      city={address.city}
      line1={address.line1}
      line2={address.line2}
    />
  );
}
