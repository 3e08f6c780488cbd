/** A subscription's id: on a phone so small that it stays in one line, where a device has nothing else that long. */
export const SubscriptionNumber = ({ id }: { id: string }) => (
  <span className="text-xs break-all sm:text-sm">{id}</span>
);
