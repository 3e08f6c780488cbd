import { Spinner } from '../../../ui/spinner';
import { ShopPicture } from './shop-picture';

/** The welcome that a new user sees for two seconds before the first shop's form. */
export function WelcomePanel({ username }: { username: string }) {
  return (
    <div className="card fade-in flex flex-col items-center px-6 py-12 text-center sm:py-16">
      <div aria-hidden className="mb-6 text-accent">
        <ShopPicture />
      </div>
      <h2 className="text-xl font-bold">ようこそ、{username}さん</h2>
      <p className="phrased mt-2 max-w-md text-ink-soft">
        はじめに、お店の情報を登録しましょう。登録の画面へご案内します。
      </p>
      <output className="mt-7 inline-flex items-center gap-2 text-sm text-ink-soft">
        <Spinner className="size-5 text-accent" />
        まもなく移動します…
      </output>
    </div>
  );
}
