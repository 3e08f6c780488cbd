interface SpinnerProps {
  /** Text for screen readers. Leave it out if the text beside the spinner says the same. */
  label?: string | undefined;
  className?: string;
}

/** Shows that something is loading whose shape is not known. */
export function Spinner({ label, className = 'size-5' }: SpinnerProps) {
  return (
    <span className="inline-flex">
      <svg viewBox="0 0 24 24" fill="none" aria-hidden className={`animate-spin ${className}`}>
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.2" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label && <output className="sr-only">{label}</output>}
    </span>
  );
}
