import { metadataKeys, type ShopRecord } from '#shared/model/customer';

/** A shop's name as it is shown: salon name, else the customer's name, else that there is none (spec 2, App shell). */
export const shopName = (customer: ShopRecord['customer']): string =>
  customer.metadata[metadataKeys.salonName] || customer.name || '店舗名未設定';
