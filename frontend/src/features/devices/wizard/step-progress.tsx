/** How far a wizard is: step, name and percent (spec 4, Return wizard: 20/40/60/80/100%). */
export function StepProgress({ steps, current }: { steps: readonly string[]; current: number }) {
  const percent = Math.round(((current + 1) / steps.length) * 100);
  const name = steps[current] ?? '';
  return (
    <div className="mb-5">
      <p aria-hidden className="mb-2 flex items-baseline justify-between gap-4 text-sm text-ink-soft tabular-nums">
        <span>
          <span className="font-semibold text-ink">
            {current + 1} / {steps.length}
          </span>{' '}
          {name}
        </span>
        <span>{percent}%</span>
      </p>
      <progress
        className="sr-only"
        aria-label="お手続きの進み具合"
        aria-valuetext={`${steps.length}ステップ中${current + 1}：${name}（${percent}%）`}
        value={percent}
        max={100}
      />
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full rounded-full bg-accent transition-[width] duration-300"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
