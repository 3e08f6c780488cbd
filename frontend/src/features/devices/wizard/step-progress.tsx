/**
 * How far a wizard in a dialog is: step, name and percent (spec 4, Return wizard: 20/40/60/80/100%). It looks as
 * `WizardProgress` does.
 */
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
      <div aria-hidden className="flex gap-2">
        {steps.map((step, index) => (
          <span
            key={step}
            className={`h-1.5 flex-1 rounded-full transition-colors ${index <= current ? 'bg-accent' : 'bg-line'}`}
          />
        ))}
      </div>
    </div>
  );
}
