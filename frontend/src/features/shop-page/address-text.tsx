import type { StripeAddress } from '#shared/model/address';
import { Unbroken } from '../../ui/content';

type Line = string | null | undefined;

interface AddressTextProps {
  name?: Line;
  /** Seven digits, or as somebody wrote it. */
  postalCode: Line;
  state: Line;
  city?: Line;
  line1: Line;
  line2: Line;
}

/** An address in Japan as it is written on an envelope. */
export function AddressText({ name, postalCode, state, city, line1, line2 }: AddressTextProps) {
  return (
    <address className="not-italic">
      {name && <span className="block">{name}</span>}
      {postalCode && <span className="block tabular-nums">〒{postalCode.replace(/^(\d{3})(\d{4})$/, '$1-$2')}</span>}
      <span className="block">
        <Unbroken text={[state, city, line1].join('')} />
      </span>
      {line2 && (
        <span className="block">
          <Unbroken text={line2} />
        </span>
      )}
    </address>
  );
}

/** The parts of an address as texts; an absent one is empty. */
export const addressParts = (address: StripeAddress | null | undefined) => ({
  postal_code: address?.postal_code ?? '',
  state: address?.state ?? '',
  city: address?.city ?? '',
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
});
