const widths = ['w-11/12', 'w-3/4', 'w-5/6', 'w-2/3'] as const;

interface SkeletonProps {
  /** Lines of text to come. */
  lines?: number;
  /** Size and shape of one block instead, e.g. `h-40 w-full`. */
  className?: string;
  label?: string;
}

/** A placeholder with the shape of the content that loads. Screen readers read its label once. */
export function Skeleton({ lines, className, label = '読み込み中' }: SkeletonProps) {
  if (lines === undefined) return <SkeletonBlock className={className} />;
  return (
    <div aria-busy className={`fade-in-late space-y-3 ${className ?? ''}`}>
      <output className="sr-only">{label}</output>
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonBlock key={line} className={`h-4 ${widths[line % widths.length]}`} />
      ))}
    </div>
  );
}

const SkeletonBlock = ({ className = 'h-4 w-full' }: { className?: string | undefined }) => (
  <div aria-hidden className={`animate-pulse rounded-md bg-ink/8 ${className}`} />
);
