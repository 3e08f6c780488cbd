import { metadataKeys, type ShopRecord } from '#shared/model/customer';

/** The name shown for a shop without a name (spec 2, App shell). */
export const unnamedShop = '店舗名未設定';

/** A shop's display name: salon name, else customer name, else 店舗名未設定 (spec 2, App shell). */
export const shopName = (customer: ShopRecord['customer']): string =>
  customer.metadata[metadataKeys.salonName] || customer.name || unnamedShop;
