/** A subscription's id, in small type so that it fits one line on a phone. */
export const SubscriptionNumber = ({ id }: { id: string }) => (
  <span className="text-xs break-all sm:text-sm">{id}</span>
);
