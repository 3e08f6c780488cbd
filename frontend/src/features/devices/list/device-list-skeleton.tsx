import { Skeleton } from '../../../ui/skeleton';

/** The placeholder of a list of devices. */
export const DeviceListSkeleton = () => (
  <div aria-busy className="card fade-in-late divide-y divide-line">
    <output className="sr-only">デバイスを読み込み中</output>
    {[1, 2, 3].map((row) => (
      <div key={row} className="px-4 py-4 sm:px-6">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-3 h-4 w-64 max-w-full" />
      </div>
    ))}
  </div>
);
