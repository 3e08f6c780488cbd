import type { Device } from '#shared/model/device';
import { Unbroken } from '../../../ui/content';

/** The shop that has a device, with its address as the record system writes it. */
export const StoreText = ({ store: { name, address } }: { store: Device['store'] }) => (
  <address className="not-italic">
    <span className="block">{name}</span>
    {address ? <Unbroken text={address} /> : <span className="text-ink-soft">住所は未登録</span>}
  </address>
);
