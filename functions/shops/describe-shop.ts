import { metadataKeys, type ShopRecord } from '#shared/model/customer';

/** A shop as the staff see it. */
export interface ShopContact {
  name: string;
  address: string;
  /** The name on the parcel. */
  recipient: string;
  phone: string;
}

/** `〒107-0062 東京都港区南青山1-1-1 ビル2階`; empty if no address is known. */
function addressOf({ shipping, address }: ShopRecord['customer']): string {
  const place = shipping?.address ?? address;
  if (!place) return '';
  const code = place.postal_code?.replace(/^([0-9]{3})([0-9]{4})$/, '$1-$2');
  return [code && `〒${code}`, [place.state, place.city, place.line1].filter(Boolean).join(''), place.line2]
    .filter(Boolean)
    .join(' ');
}

/** A shop's name and its shipping address in words: for the lists of devices and for the staff. */
export const describeShop = ({ customer }: Pick<ShopRecord, 'customer'>): { name: string; address: string } => ({
  name: customer.metadata[metadataKeys.salonName] || customer.name || '店舗名未設定',
  address: addressOf(customer),
});

/** The shop as the staff see it. Line breaks become spaces, because their one-line fields would refuse them. */
export function contactOf(record: Pick<ShopRecord, 'customer'>): ShopContact {
  const { name, address } = describeShop(record);
  const { shipping, phone } = record.customer;
  const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
  return {
    name: oneLine(name),
    address: oneLine(address),
    recipient: oneLine(shipping?.name ?? ''),
    phone: oneLine(shipping?.phone ?? phone ?? ''),
  };
}
